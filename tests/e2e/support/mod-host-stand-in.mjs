// A stand-in for mod-host where it is not installed: speaks its protocol for one controller, keeps parameters and states, and makes no
// sound and no JACK client. `param_set <i> muffle 0.666` makes it crash, as a plugin might.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const port = Number(process.argv[process.argv.indexOf('-p') + 1]);
const values = new Map();
const instances = new Set();

const commands = {
  add: ([, instance]) => {
    instances.add(instance);
    return `resp ${instance}`;
  },
  remove: ([instance]) => {
    instances.delete(instance);
    return 'resp 0';
  },
  param_set: ([instance, symbol, value]) => {
    if (symbol === 'muffle' && Number(value) === 0.666) process.kill(process.pid, 'SIGSEGV');
    if (!instances.has(instance)) return 'resp -3';
    values.set(symbol, Number(value));
    return 'resp 0';
  },
  param_get: ([instance, symbol]) =>
    instances.has(instance) ? `resp 0 ${(values.get(symbol) ?? 0).toFixed(4)}` : 'resp -3',
  state_save: ([folder]) => {
    mkdirSync(join(folder, 'effect-0'), { recursive: true });
    writeFileSync(join(folder, 'effect-0', 'effect.ttl'), JSON.stringify([...values]));
    return 'resp 0';
  },
  state_load: ([folder]) => {
    for (const [symbol, value] of JSON.parse(readFileSync(join(folder, 'effect-0', 'effect.ttl'), 'utf8')))
      values.set(symbol, value);
    return 'resp 0';
  },
  quit: () => {
    setImmediate(() => process.exit(0));
    return 'resp 0';
  },
};

const server = createServer((socket) => {
  let rest = '';
  socket.on('data', (bytes) => {
    const messages = (rest + bytes).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const [verb = '', ...words] =
        message.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
      socket.write(`${commands[verb]?.(words) ?? 'resp 0'}\0`);
    }
  });
});
server.listen(port, '127.0.0.1');
