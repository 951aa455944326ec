/**
 * Who may import whom, in both languages. The reasons are in docs/architecture.md, "Who may use whom".
 *
 * @typedef {object} TypescriptRule
 * @property {string[]} may workspaces that this one may import
 * @property {boolean} [noNpm] imports no npm packages either
 * @property {RegExp} [browserSafe] files (relative to src/) that must run in a browser: nothing of Node in them
 * @property {boolean} [pure] the same answer for the same input: no Node, clock, random or environment
 *
 * @typedef {object} NativeRule
 * @property {string[]} may folders below native/ whose headers this one may include ('contracts': the generated ones)
 * @property {boolean} [standardOnly] of system headers, only the C++ standard library's
 * @property {boolean} [audioThread] code of the audio thread: no headers of things that block
 */

/** @type {Record<string, TypescriptRule>} workspace folder → rule */
export const typescriptRules = {
  'packages/base': { may: [], noNpm: true, browserSafe: /./ },
  contracts: { may: ['packages/base'], browserSafe: /^(?!generate\/)/ },
  'packages/host': { may: ['contracts', 'packages/base'] },
  'packages/catalogue': { may: ['contracts', 'packages/base', 'packages/host'] },
  'packages/planner': { may: ['contracts', 'packages/base'], pure: true },
  'packages/client': { may: ['contracts', 'packages/base'], browserSafe: /^(?!node\/)/ },
  'packages/daemon': {
    may: ['contracts', 'packages/base', 'packages/host', 'packages/catalogue', 'packages/planner'],
  },
  'packages/cli': {
    may: [
      'contracts',
      'packages/base',
      'packages/client',
      'packages/host',
      'packages/catalogue',
      'packages/planner',
      'packages/bench',
      'packages/daemon', // for start --foreground, which is the daemon's process; all else goes through client
    ],
  },
  'packages/bench': {
    may: ['contracts', 'packages/base', 'packages/client', 'packages/host', 'packages/catalogue'],
  },
  plugins: { may: ['contracts', 'packages/base'] },
};

const formats = ['formats/clap/abi', 'formats/clap/process', 'formats/clap/lifecycle', 'formats/clap'];
/** The LV2 adapter from outside: its process/ belongs to the audio thread. */
const lv2Folders = ['formats/lv2', 'formats/lv2/include', 'formats/lv2/process'];
/** Plugins in processes of their own, which know the LV2 adapter's names. */
const bridgedFolders = ['formats/bridged/process', 'formats/bridged/lifecycle', 'formats/bridged'];
const underControl = [
  'formats/lv2/include', // the C header of the adapter, which is loaded when it is wanted
  'program',
  'rt',
  'bridge',
  'base',
  'contracts',
  'drivers',
  'text',
  'soundfile',
  ...formats,
  ...bridgedFolders,
];

/** @type {Record<string, NativeRule>} folder → rule; the longest matching folder decides */
export const nativeRules = {
  'native/base': { may: ['contracts'], standardOnly: true },
  'native/dsp': { may: [], standardOnly: true },
  'native/bridge': { may: ['base', 'contracts'] },
  'native/rt': {
    may: ['bridge', 'base', 'contracts', 'formats/clap/process', 'formats/clap/abi'],
    audioThread: true,
  },
  'native/formats/clap/abi': { may: [] },
  'native/formats/clap/process': {
    may: ['bridge', 'base', 'contracts', 'formats/clap/abi'],
    audioThread: true,
  },
  'native/formats/clap': { may: ['bridge', 'base', 'contracts', ...formats] },
  'native/formats/lv2/include': { may: [] },
  'native/formats/lv2/process': {
    may: ['bridge', 'base', 'contracts', 'formats/clap/process', 'formats/clap/abi', 'formats/lv2/include'],
    audioThread: true,
  },
  'native/formats/lv2': {
    may: ['base', 'formats/clap/abi', 'formats/clap/process', 'formats/lv2/include', 'formats/lv2/process'],
  },
  'native/formats/bridged/process': {
    may: ['bridge', 'base', 'contracts', 'formats/clap/process', 'formats/clap/abi'],
    audioThread: true,
  },
  'native/formats/bridged': {
    may: ['formats/lv2/include', 'bridge', 'base', 'contracts', ...formats, ...bridgedFolders],
  },
  'native/program': { may: ['rt', 'bridge', 'base', 'contracts', ...formats] },
  'native/text': { may: ['base', 'contracts'] },
  'native/soundfile': { may: ['base', 'contracts'] },
  'native/drivers': { may: ['rt', 'bridge', 'base', 'contracts', 'soundfile'] },
  'native/control': { may: underControl },
  'native/bridge-host': { may: ['control', ...underControl] },
  'native/worker': { may: ['control', ...underControl] },
  'native/scan': { may: ['base', 'contracts', 'text', ...formats, ...lv2Folders] },
  'native/probe': { may: ['base', 'contracts', 'text', 'soundfile'] },
  'native/bench': { may: ['control', 'dsp', 'formats/lv2/include', ...underControl] },
  plugins: { may: ['dsp', 'formats/clap/abi'] },
  fixtures: { may: ['formats/clap/abi'] },
};
