// The ports of an LV2 plugin, in the order of lv2/layout.hpp.
import { type AudioPort, type EffectDeclaration, type Meter, type Parameter, symbolOf } from '../declare.js';
import { block, node, quoted, type Statement } from './turtle-text.js';

const units: Readonly<Record<Parameter['unit'], string | undefined>> = {
  hz: 'units:hz',
  db: 'units:db',
  ms: 'units:ms',
  s: 'units:s',
  percent: 'units:coef',
  ratio: '[ a units:Unit ; rdfs:label "ratio" ; units:symbol ":1" ; units:render "%f:1" ]',
  degrees: 'units:degree',
  octaves: 'units:oct',
  semitones: 'units:semitone12TET',
  beats: 'units:beat',
  q: undefined,
  count: undefined,
  toggle: undefined,
  choice: undefined,
};

function unitOf(unit: Parameter['unit']): Statement[] {
  const uri = units[unit];
  return uri === undefined ? [] : [['units:unit', uri]];
}

function point(label: string, value: number): string {
  return `[ rdfs:label ${quoted(label)} ; rdf:value ${value} ]`;
}

function scalePoints(parameter: Parameter): Statement[] {
  const labels = parameter.labels.map((label, i) => point(label, parameter.min + i));
  const end = parameter.unit === 'ratio' ? 'Infinity' : 'Off';
  const off = parameter.offAt === 'never' ? [] : [point(end, parameter[parameter.offAt])];
  const points = [...labels, ...off];
  return points.length > 0 ? [['lv2:scalePoint', ...points]] : [];
}

function properties({ unit, step, curve }: Parameter): Statement[] {
  const all = [
    ...(unit === 'toggle' ? ['lv2:toggled'] : []),
    ...(unit === 'choice' ? ['lv2:enumeration'] : []),
    ...(step > 0 && Number.isInteger(step) && unit !== 'toggle' ? ['lv2:integer'] : []),
    ...(curve === 'log' ? ['pprops:logarithmic'] : []),
  ];
  return all.length > 0 ? [['lv2:portProperty', ...all]] : [];
}

function parameterPort(parameter: Parameter, uri: string): Statement[] {
  return [
    ['a', 'lv2:InputPort', 'lv2:ControlPort'],
    ['lv2:symbol', quoted(parameter.symbol)],
    ['lv2:name', quoted(parameter.name)],
    ['rdfs:comment', quoted(parameter.summary)],
    ['lv2:default', String(parameter.default)],
    ['lv2:minimum', String(parameter.min)],
    ['lv2:maximum', String(parameter.max)],
    ...unitOf(parameter.unit),
    ...properties(parameter),
    ...scalePoints(parameter),
    ...(parameter.group === '' ? [] : [['pg:group', `<${groupUri(uri, parameter.group)}>`] as Statement]),
  ];
}

function meterPort(meter: Meter): Statement[] {
  return [
    ['a', 'lv2:OutputPort', 'lv2:ControlPort'],
    ['lv2:symbol', quoted(meter.symbol)],
    ['lv2:name', quoted(meter.name)],
    ['rdfs:comment', quoted(meter.summary)],
    ['lv2:minimum', String(meter.min)],
    ['lv2:maximum', String(meter.max)],
    ...unitOf(meter.unit),
  ];
}

const controlPort: Statement[] = [
  ['a', 'lv2:InputPort', 'atom:AtomPort'],
  ['lv2:symbol', '"control"'],
  ['lv2:name', '"Control"'],
  ['rdfs:comment', '"The tempo of the host."'],
  ['lv2:designation', 'lv2:control'],
  ['lv2:portProperty', 'lv2:connectionOptional'],
  ['atom:bufferType', 'atom:Sequence'],
  ['atom:supports', 'time:Position'],
];

const enabledPort: Statement[] = [
  ['a', 'lv2:InputPort', 'lv2:ControlPort'],
  ['lv2:symbol', '"enabled"'],
  ['lv2:name', '"Enabled"'],
  ['rdfs:comment', '"Off: the input is passed on, as late as the effect would make it."'],
  ['lv2:designation', 'lv2:enabled'],
  ['lv2:default', '1'],
  ['lv2:minimum', '0'],
  ['lv2:maximum', '1'],
  ['lv2:portProperty', 'lv2:toggled'],
];

const latencyPort: Statement[] = [
  ['a', 'lv2:OutputPort', 'lv2:ControlPort'],
  ['lv2:symbol', '"latency"'],
  ['lv2:name', '"Latency"'],
  ['lv2:designation', 'lv2:latency'],
  ['lv2:minimum', '0'],
  ['lv2:maximum', '8192'],
  ['lv2:portProperty', 'lv2:reportsLatency', 'lv2:integer'],
  ['units:unit', 'units:frame'],
];

/** The ports of one channel each that stand for an audio port of the declaration. */
function audioPorts(port: AudioPort, channels: 1 | 2, uri: string): Statement[][] {
  const names = channels === 1 ? [''] : ['left', 'right'];
  return names.map((side) => [
    ['a', port.direction === 'input' ? 'lv2:InputPort' : 'lv2:OutputPort', 'lv2:AudioPort'],
    ['lv2:symbol', quoted(side === '' ? port.symbol : `${port.symbol}_${side}`)],
    ['lv2:name', quoted(side === '' ? port.name : `${port.name} ${side}`)],
    ['pg:group', `<${uri}:${port.symbol}>`],
    ['lv2:designation', side === '' ? 'pg:center' : `pg:${side}`],
    ...(port.isSideChain ? [['lv2:portProperty', 'lv2:connectionOptional'] as Statement] : []),
  ]);
}

function audioGroup(port: AudioPort, channels: 1 | 2, uri: string): string {
  return block(`<${uri}:${port.symbol}>`, [
    [
      'a',
      channels === 1 ? 'pg:MonoGroup' : 'pg:StereoGroup',
      port.direction === 'input' ? 'pg:InputGroup' : 'pg:OutputGroup',
    ],
    ['lv2:symbol', quoted(port.symbol)],
    ['lv2:name', quoted(port.name)],
    ...(port.isSideChain ? [['pg:sideChainOf', `<${uri}:in>`] as Statement] : []),
  ]);
}

const groupUri = (uri: string, group: string) => `${uri}:group:${symbolOf(group)}`;

function parameterGroup(group: string, uri: string): string {
  return block(`<${groupUri(uri, group)}>`, [
    ['a', 'pg:InputGroup'],
    ['lv2:symbol', quoted(`group_${symbolOf(group)}`)],
    ['lv2:name', quoted(group)],
  ]);
}

/** All ports of a plugin as nodes, and the groups that they are in as blocks of their own. */
export function portsOf(effect: EffectDeclaration, channels: 1 | 2, uri: string) {
  const { params, meters = [] } = effect;
  const audio = [
    ...effect.ports.filter((port) => port.direction === 'input' && !port.isSideChain),
    ...effect.ports.filter((port) => port.isSideChain),
    ...effect.ports.filter((port) => port.direction === 'output'),
  ];
  const ports: Statement[][] = [
    ...audio.flatMap((port) => audioPorts(port, channels, uri)),
    ...(effect.usesTempo ? [controlPort] : []),
    enabledPort,
    ...(effect.hasLatency ? [latencyPort] : []),
    ...params.map((parameter) => parameterPort(parameter, uri)),
    ...meters.map(meterPort),
  ];
  const groups = [...new Set(params.map((p) => p.group))].filter((group) => group !== '');
  return {
    ports: ports.map(([type, ...rest], index) =>
      node([...(type ? [type] : []), ['lv2:index', String(index)], ...rest]),
    ),
    groups: [
      ...audio.map((port) => audioGroup(port, channels, uri)),
      ...groups.map((group) => parameterGroup(group, uri)),
    ],
  };
}
