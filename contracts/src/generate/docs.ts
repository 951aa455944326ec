import { routes } from '../api.js';
import {
  channelHeaderRecord,
  packetHeaderRecord,
  packetHelloRecord,
  packetTypes,
  ringPositionRecord,
  ringSleepRecord,
} from '../channel.js';
import { errors } from '../errors.js';
import { feedbackLines } from '../events.js';
import { clientRecord, headerRecord, instanceRecord, layout, type RecordSpec } from '../status-page.js';
import { usage, type Verb, verbs } from '../verbs.js';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((c) => c.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function verbRows(): string[][] {
  return (Object.keys(verbs) as Verb[]).map((name) => {
    const spec = verbs[name];
    const codes = spec.errors.map((code) => `${errors[code].wire} ${code}`);
    return [`\`${usage(name)}\``, spec.summary, spec.reply, codes.join(', '), spec.origin];
  });
}

function recordRows(records: readonly RecordSpec[]): string[][] {
  return records.flatMap((record) =>
    layout(record).fields.map((field) => [
      record.name,
      field.name,
      field.count > 1 ? `${field.type}[${field.count}]` : field.type,
      String(field.offset),
      field.doc,
    ]),
  );
}

/** The reference page: verbs, feedback lines, HTTP routes, errors and the status page's layout. */
export function referencePage(): string {
  return `# Reference

Generated from \`contracts/src\` by \`npm run generate\`.

## Verbs of a worker

Words are separated by spaces, double quotes group, a message ends with NUL. A reply is \`resp <code> [value]\`.

${table(['verb', 'meaning', 'reply', 'errors', 'origin'], verbRows())}

## Feedback lines of a worker

${table(
  ['line', 'meaning', 'origin'],
  Object.entries(feedbackLines).map(([name, spec]) => [
    `\`${[name, ...spec.fields.map((f) => `<${f}>`)].join(' ')}\``,
    spec.summary,
    spec.origin,
  ]),
)}

## HTTP API of the daemon

Bodies and replies are JSON; \`/openapi.json\` has their schemas. Events come over the WebSocket \`/v1/events\`.

${table(
  ['request', 'meaning'],
  Object.values(routes).map((route) => [`\`${route.method} ${route.path}\``, route.summary]),
)}

## Errors

${table(
  ['code', 'wire', 'exit', 'HTTP', 'message', 'next step'],
  Object.entries(errors).map(([code, e]) => [
    code,
    String(e.wire),
    String(e.exit),
    String(e.http),
    e.message,
    e.hint,
  ]),
)}

## Status page

${table(['record', 'field', 'type', 'offset', 'meaning'], recordRows([headerRecord, clientRecord, instanceRecord]))}

## Channel

Packets between two processes, over a Unix socket and over rings in sealed shared memory. In memory: ChannelHeader; for each
ring (to the server, to the client) the positions of writer and reader, then their sleep records; from offset 4096 the rings.

${table(
  ['packet type', 'value', 'meaning'],
  Object.entries(packetTypes).map(([name, spec]) => [name, String(spec.value), spec.doc]),
)}

${table(
  ['record', 'field', 'type', 'offset', 'meaning'],
  recordRows([
    packetHeaderRecord,
    packetHelloRecord,
    channelHeaderRecord,
    ringPositionRecord,
    ringSleepRecord,
  ]),
)}
`;
}
