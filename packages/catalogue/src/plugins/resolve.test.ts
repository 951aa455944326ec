import { expectOk } from '@plugin-hostd/base';
import type { Parameter, Plugin } from '@plugin-hostd/contracts';
import { describe, expect, test } from 'vitest';
import { resolveParameter } from './resolve-parameter.js';
import { resolvePlugin } from './resolve-plugin.js';

function plugin(path: string, id: string, name: string): Plugin {
  return {
    uri: `clap:${path}#${id}`,
    id,
    name,
    vendor: '',
    version: '1',
    format: 'clap',
    features: [],
    audioInputs: [],
    audioOutputs: [],
    noteInputs: 0,
    noteOutputs: 0,
    parameters: 0,
    latencyFrames: 0,
  };
}

function lv2Plugin(uri: string, name: string): Plugin {
  return { ...plugin('', uri, name), uri: `lv2:${uri}`, format: 'lv2', bundle: '/lib/lv2/a.lv2' };
}

const plugins = [
  plugin('/lib/omx.clap', 'org.plugin-hostd.eq8', 'EQ8'),
  plugin('/lib/omx.clap', 'org.plugin-hostd.delay', 'Delay'),
  plugin('/lib/omx.clap', 'org.plugin-hostd.omx-reverb', 'omx-reverb'),
  plugin('/lib/ZamComp.clap', 'com.zamaudio.ZamComp', 'ZamComp'),
  plugin('/lib/ZamCompX2.clap', 'com.zamaudio.ZamCompX2', 'ZamCompX2'),
  plugin('/lib/ZamDelay.clap', 'com.zamaudio.ZamDelay', 'ZamDelay'),
  plugin('/other/ZamDelay.clap', 'com.zamaudio.ZamDelay', 'ZamDelay'),
  plugin('/a.clap', 'org.a.echo', 'Tape Echo'),
  plugin('/b.clap', 'org.b.echo', 'Tape Echo'),
];

const find = (text: string) => resolvePlugin(plugins, text);
const idOf = (text: string) => expectOk(find(text)).id;

describe('a plugin is found by', () => {
  test.each([
    ['its id', 'com.zamaudio.ZamComp', 'com.zamaudio.ZamComp'],
    ['its name, though another begins with it', 'ZamComp', 'com.zamaudio.ZamComp'],
    ['its name in another case', 'zamcompx2', 'com.zamaudio.ZamCompX2'],
    ['our short name', 'omx-eq8', 'org.plugin-hostd.eq8'],
    ['our short name, written otherwise', 'OMX EQ8', 'org.plugin-hostd.eq8'],
    ['our name without its prefix', 'reverb', 'org.plugin-hostd.omx-reverb'],
    ['the beginning of just one name', 'zamd', 'com.zamaudio.ZamDelay'],
    ['its file', '/lib/ZamComp.clap', 'com.zamaudio.ZamComp'],
    ['its file and id', '/lib/omx.clap#org.plugin-hostd.delay', 'org.plugin-hostd.delay'],
    ['its uri', 'clap:/lib/omx.clap#org.plugin-hostd.delay', 'org.plugin-hostd.delay'],
  ])('%s', (_, text, id) => expect(idOf(text)).toBe(id));

  test('an id that several files hold: the first of the search path', () => {
    expect(expectOk(find('ZamDelay')).uri).toContain('/lib/');
    expect(expectOk(find('/other/ZamDelay.clap')).uri).toContain('/other/');
  });
});

describe('of a plugin that is there as CLAP and as LV2', () => {
  const both = [lv2Plugin('urn:zam:ZamComp', 'ZamComp'), lv2Plugin('urn:zam:ZamVerb', 'ZamVerb'), ...plugins];
  test.each([
    ['its name means CLAP', 'ZamComp', 'com.zamaudio.ZamComp'],
    ['its name in another case, too', 'zamcomp', 'com.zamaudio.ZamComp'],
    ['the URI means LV2', 'urn:zam:ZamComp', 'urn:zam:ZamComp'],
    ['so does the URI after lv2:', 'lv2:urn:zam:ZamComp', 'urn:zam:ZamComp'],
    ['so does the name after lv2:', 'lv2:zamcomp', 'urn:zam:ZamComp'],
    ['the name after clap: means CLAP', 'clap:ZamComp', 'com.zamaudio.ZamComp'],
    ['a name that only LV2 has needs nothing before it', 'ZamVerb', 'urn:zam:ZamVerb'],
  ])('%s', (_, text, id) => expect(expectOk(resolvePlugin(both, text)).id).toBe(id));

  test('two LV2 plugins of one name are listed by URI', () => {
    const result = resolvePlugin([...both, lv2Plugin('urn:other:ZamVerb', 'ZamVerb')], 'ZamVerb');
    expect(!result.ok && result.error.message).toContain('urn:zam:ZamVerb, urn:other:ZamVerb');
  });

  test('lv2: before a name that only CLAP has finds nothing', () => {
    const result = resolvePlugin(both, 'lv2:EQ8');
    expect(!result.ok && result.error.code).toBe('plugin_not_found');
  });
});

test('several matches are listed by id', () => {
  for (const text of ['Tape Echo', 'tape']) {
    const result = find(text);
    expect(!result.ok && result.error.code).toBe('plugin_ambiguous');
    expect(!result.ok && result.error.message).toContain('org.a.echo, org.b.echo');
  }
  const inFile = find('/lib/omx.clap');
  expect(!inFile.ok && inFile.error.message).toContain('org.plugin-hostd.eq8, org.plugin-hostd.delay');
});

test('a near miss is suggested, a far one is not', () => {
  const near = find('ZamCmop');
  expect(!near.ok && near.error.message).toContain('Did you mean ZamComp');
  const far = find('qqqqqqqq');
  expect(!far.ok && far.error.message).toBe('No plugin matches "qqqqqqqq".');
  const other = find('/lib/omx.clap#nope');
  expect(!other.ok && other.error.message).toContain('The file holds: org.plugin-hostd.eq8');
  expect(find('').ok).toBe(false);
  expect(find('--').ok).toBe(false);
});

test('only our own effects have short names', () => {
  const fixture = plugin('/f.clap', 'org.plugin-hostd.fixture.flanger', 'Fixture One');
  const result = resolvePlugin([fixture], 'flangre');
  expect(!result.ok && result.error.message).toBe('No plugin matches "flangre".');
  expect(resolvePlugin([fixture], 'omx-fixture.flanger').ok).toBe(false);
});

function parameter(symbol: string, name: string, module = ''): Parameter {
  const flags = { readonly: false, stepped: false, hidden: false };
  return { symbol, name, module, min: 0, max: 1, default: 0, value: 0, text: '', ...flags };
}

const parameters = [
  parameter('1', 'B1 Freq', 'Band 1'),
  parameter('2', 'Gain', 'Band 1'),
  parameter('3', 'Gain', 'Band 2'),
  parameter('40', 'High-pass'),
];

const symbolOf = (text: string) => expectOk(resolveParameter(parameters, text, 5)).symbol;

test('a parameter is found by symbol, name, module and name, and beginning', () => {
  expect(symbolOf('40')).toBe('40');
  expect(symbolOf('b1_freq')).toBe('1');
  expect(symbolOf('HIGH PASS')).toBe('40');
  expect(symbolOf('band 2/gain')).toBe('3');
  expect(symbolOf('high')).toBe('40');
  expect(symbolOf('band2')).toBe('3');
});

test('an ambiguous parameter is told with its modules, an absent one with what is near', () => {
  const ambiguous = resolveParameter(parameters, 'gain', 5);
  expect(!ambiguous.ok && ambiguous.error.message).toContain('Band 1/Gain (2), Band 2/Gain (3)');
  const absent = resolveParameter(parameters, 'higpass', 5);
  expect(!absent.ok && absent.error.message).toContain('Did you mean High-pass?');
  expect(resolveParameter(parameters, '', 5).ok).toBe(false);
});
