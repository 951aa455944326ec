// What each command answers. Expectations are worked out from the description of mod-host's protocol, not from a run.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from './commands.js';
import { ModHostBed } from './test-bed.js';
import type { TestController } from './test-controller.js';

let bed: ModHostBed;
let controller: TestController;

beforeEach(async () => {
  bed = await new ModHostBed().start();
  controller = await bed.connect();
});
afterEach(() => bed.close());

type Exchange = readonly [command: string, reply: string];

const add: Exchange = ['add urn:test:amp 0', 'resp 0'];
const gain = 'param_get 0 gain';

/** By command: exchanges of one controller with a fresh daemon. A row is a case of its own. */
const cases: Readonly<Record<string, readonly (readonly Exchange[])[]>> = {
  add: [
    [
      ['add urn:test:amp 0', 'resp 0'],
      ['add lv2:urn:test:amp 7', 'resp 7'],
      ['add clap:/test/comp.clap#org.test.comp 9990', 'resp 9990'],
      ['add org.test.comp 3', 'resp 3'],
    ],
    [['add urn:test:none 0', 'resp -101']],
    [['add comp 0', 'resp -101']],
    [['add urn:test:amp -1', 'resp -1']],
    [['add urn:test:amp 10000', 'resp -1']],
    [['add urn:test:none 10000', 'resp -1']],
    [add, ['add urn:test:amp 0', 'resp -2'], ['add urn:test:none 0', 'resp -2']],
    [
      ['add org.test.fail 0', 'resp -102'],
      ['add urn:test:amp 0', 'resp 0'],
    ],
    [
      ['add org.test.crash-init 0', 'resp -102'],
      ['add urn:test:amp 0', 'resp 0'],
    ],
    [
      ['add urn:test:amp', 'few arguments'],
      ['add urn:test:amp 0 1', 'many arguments'],
    ],
  ],
  preload: [
    [
      ['preload urn:test:amp 4', 'resp 4'],
      ['preload urn:test:amp 4', 'resp -2'],
      ['activate 4 1', 'resp 0'],
    ],
    [['preload urn:test:none 4', 'resp -101']],
  ],
  remove: [
    [add, ['remove 0', 'resp 0'], [gain, 'resp -3'], ['add urn:test:amp 0', 'resp 0']],
    [['remove 5', 'resp 0']],
    [add, ['add urn:test:amp 1', 'resp 1'], ['remove -1', 'resp 0'], [gain, 'resp -3'], add],
  ],
  activate: [[add, ['activate 0 0', 'resp 0'], ['activate 0 1', 'resp 0'], ['activate 1 1', 'resp -3']]],
  bypass: [
    [add, ['bypass 0 1', 'resp 0'], ['param_get 0 :bypass', 'resp 0 1.0000'], ['bypass 0 0', 'resp 0']],
    [['bypass 0 1', 'resp -3']],
  ],
  param_set: [
    [add, ['param_set 0 gain -6.5', 'resp 0'], [gain, 'resp 0 -6.5000']],
    [add, ['param_set 0 gain 1000', 'resp 0'], [gain, 'resp 0 12.0000']],
    [add, ['param_set 0 gain -1e9', 'resp 0'], [gain, 'resp 0 -60.0000']],
    [add, ['param_set 0 gain loud', 'resp 0'], [gain, 'resp 0 0.0000']],
    [add, ['param_set 0 nothing 1', 'resp -103']],
    [add, ['param_set 0 meter 1', 'resp -103']],
    [['param_set 0 gain 1', 'resp -3']],
    [add, ['param_set 0 :bypass 1', 'resp 0'], ['param_get 0 :bypass', 'resp 0 1.0000']],
    [add, ['param_set 0 :presets 0.5', 'resp 0'], ['param_get 0 :presets', 'resp 0 0.5000']],
  ],
  param_get: [
    [add, [gain, 'resp 0 0.0000'], ['param_get 0 meter', 'resp -103'], ['param_get 0 no', 'resp -103']],
    [[gain, 'resp -3']],
    [[gain.slice(0, -5), 'few arguments']],
  ],
  param_monitor: [[add, ['param_monitor 0 gain > 1', 'resp -1']]],
  params_flush: [
    [add, ['params_flush 0 0 2 gain 3 no 1', 'resp 0'], [gain, 'resp 0 3.0000']],
    [add, ['params_flush 0 0 0', 'resp 0'], ['params_flush 0 0 1 gain', 'few arguments']],
    [
      ['params_flush 0 0 0', 'resp -3'],
      ['params_flush 0 0', 'few arguments'],
    ],
  ],
  pre_run: [
    [add, ['pre_run 0 0 1 gain 3', 'resp -902'], [gain, 'resp 0 3.0000']],
    [['pre_run 0 0 0', 'resp -3']],
  ],
  patch_set: [
    [add, ['patch_set 0 urn:test:depth 0.25', 'resp 0'], ['patch_set 0 urn:test:no 1', 'resp -101']],
    [['patch_set 0 urn:test:depth 1', 'resp -3']],
  ],
  patch_get: [
    [add, ['patch_get 0 urn:test:depth', 'resp 0'], ['patch_get 0 urn:test:no', 'resp -101']],
    [['patch_get 0 urn:test:depth', 'resp -3']],
  ],
  preset_load: [
    [add, ['preset_load 0 urn:test:preset', 'resp 0'], ['preset_load 1 urn:x', 'resp -3']],
    [add, ['preset_load 0 urn:test:none', 'resp -105'], ['preset_load 0 none', 'resp -104']],
  ],
  preset_save: [[add, ['preset_save 0 "My own" /tmp/p a.ttl', 'resp 0'], ['preset_save 1 a b c', 'resp -1']]],
  preset_show: [[['preset_show urn:test:none', '']]],
  licensee: [[add, ['licensee 0', ''], ['licensee 1', '']]],
  connect: [
    [add, ['connect effect_0:out1_1 system:playback_1', 'resp 0']],
    [['connect nothing:at_all system:playback_1', 'resp -205']],
  ],
  connect_safe: [[['connect_safe nothing:at_all system:playback_1', 'resp -205']]],
  connect_matching: [[['connect_matching nothing:at_all system:playback_1', 'resp -205']]],
  disconnect: [
    [
      add,
      ['connect effect_0:out1_1 system:playback_1', 'resp 0'],
      ['disconnect effect_0:out1_1 system:playback_1', 'resp 0'],
      ['disconnect effect_0:out1_1 system:playback_1', 'resp -206'],
    ],
    [
      add,
      ['connect effect_0:out1_1 system:playback_1', 'resp 0'],
      ['disconnect system:playback_1 effect_0:out1_1', 'resp 0'],
    ],
  ],
  disconnect_safe: [[['disconnect_safe nothing:at_all system:playback_1', 'resp -205']]],
  disconnect_all: [[['disconnect_all nothing:at_all', 'resp -206']]],
  set_bpm: [
    [
      ['set_bpm 19.9', 'resp -207'],
      ['set_bpm 300.1', 'resp -207'],
      ['set_bpm 120', 'resp -902'],
    ],
  ],
  set_bpb: [
    [
      ['set_bpb 0', 'resp -207'],
      ['set_bpb 17', 'resp -207'],
      ['set_bpb 4', 'resp -902'],
    ],
  ],
  monitor: [
    [
      ['monitor 127.0.0.1 0 1', 'resp 1'],
      ['monitor 127.0.0.1 0 0', 'resp 0'],
    ],
  ],
  monitor_output: [
    [add, ['monitor_output 0 meter', 'resp 1'], ['monitor_output 0 gain', 'resp 0']],
    [['monitor_output 0 meter', 'resp 0']],
  ],
  monitor_output_off: [[add, ['monitor_output_off 0 meter', 'resp 1'], ['monitor_output_off 1 a', 'resp 0']]],
  monitor_audio_levels: [
    [
      ['monitor_audio_levels system:capture_1 0', 'resp -902'],
      ['monitor_audio_levels a:b 1', 'resp -204'],
    ],
  ],
  monitor_midi_control: [
    [
      ['monitor_midi_control 0 1', 'resp 0'],
      ['monitor_midi_control 15 0', 'resp 0'],
      ['monitor_midi_control 16 0', 'resp -902'],
      ['monitor_midi_control -1 1', 'resp -902'],
    ],
  ],
  monitor_midi_program: [
    [
      ['monitor_midi_program 0 1', 'resp 0'],
      ['monitor_midi_program 16 1', 'resp -902'],
    ],
  ],
  midi_learn: [
    [
      add,
      ['midi_learn 0 gain 0 1', 'resp 1'],
      ['midi_learn 0 :bypass 0 1', 'resp 1'],
      ['midi_learn 0 meter 0 1', 'resp 0'],
      ['midi_learn 1 gain 0 1', 'resp 0'],
    ],
  ],
  midi_map: [
    [
      add,
      ['midi_map 0 gain 0 7 0 1', 'resp 1'],
      ['midi_map 0 gain 0 8 0 1', 'resp 1'],
      ['midi_map 0 none 0 7 0 1', 'resp 0'],
      ['midi_map 1 gain 0 7 0 1', 'resp 0'],
      ['midi_map 0 gain 0 7 0', 'few arguments'],
    ],
  ],
  midi_unmap: [
    [
      add,
      ['midi_unmap 0 gain', 'resp 0'],
      ['midi_map 0 gain 0 7 0 1', 'resp 1'],
      ['midi_unmap 0 gain', 'resp 1'],
      ['midi_unmap 0 gain', 'resp 0'],
      ['midi_unmap 1 gain', 'resp 0'],
    ],
  ],
  cc_map: [
    [
      ['cc_map 0 gain 1 2 "a label" 0 0 1 0 0 dB 0', 'resp -401'],
      ['cc_map 0 gain 1 2 label 0 0 1 0 0 dB 1 a 1', 'resp -302'],
      ['cc_map 0 gain 1 2 label 0 0 1 0 0 dB 2 a 1', 'resp -302'],
      ['cc_map 0 gain 1 2 label 0 0 1 0 0 dB 2 a 1 b 2', 'resp -401'],
      ['cc_map 0 gain 1 2 label 0 0 1 0 0 dB', 'few arguments'],
    ],
  ],
  cc_value_set: [[['cc_value_set 0 gain 1', 'resp -401']]],
  cc_unmap: [[['cc_unmap 0 gain', 'resp -401']]],
  cv_map: [
    [['cv_map 0 gain a:b 0 1 +', 'resp -3']],
    [add, ['cv_map 0 gain a:b 0 1 ?', 'resp -902'], ['cv_map 0 gain a:b 0 1 +', 'resp -207']],
  ],
  cv_unmap: [
    [['cv_unmap 0 gain', 'resp -3']],
    [add, ['cv_unmap 0 gain', 'resp 0'], ['cv_unmap 0 no', 'resp -103']],
  ],
  hmi_map: [[['hmi_map 0 gain 0 0 0 0 0 label 0 1 0', 'resp -403']]],
  hmi_unmap: [[['hmi_unmap 0 gain', 'resp -403']]],
  cpu_load: [[['cpu_load', 'resp 0 12.5000']], [add, ['cpu_load', 'resp 0 12.5000']]],
  max_cpu_load: [[add, ['max_cpu_load', 'resp 0 40.0000'], ['max_cpu_load 1', 'many arguments']]],
  load: [[['load /nowhere/at/all', "error: can't open the file"]]],
  save: [[['save /nowhere/at/all', 'resp -902']]],
  bundle_add: [[['bundle_add /nowhere.lv2', 'resp 0']]],
  bundle_remove: [
    [
      ['bundle_remove /nowhere.lv2 urn:x', 'resp 0'],
      ['bundle_remove /nowhere.lv2', 'few arguments'],
    ],
  ],
  feature_enable: [
    [
      ['feature_enable cpu-load 1', 'resp 0'],
      ['feature_enable cpu-load 0', 'resp 0'],
      ['feature_enable processing 1', 'resp 0'],
      ['feature_enable processing 2', 'resp 0'],
      ['feature_enable processing 9', 'resp -902'],
      ['feature_enable aggregated-midi 1', 'resp -202'],
      ['feature_enable aggregated-midi 0', 'resp 0'],
      ['feature_enable freewheeling 0', 'resp -1'],
      ['feature_enable time-travel 1', 'resp -902'],
    ],
  ],
  state_load: [[add, ['state_load /nowhere', 'resp 0']]],
  state_save: [[add, ['state_save /nowhere/at/all', 'resp -902']]],
  state_tmpdir: [[['state_tmpdir /tmp', 'resp 0']]],
  transport: [
    [
      ['transport 1 4 120', 'resp -902'],
      ['transport 1 4', 'few arguments'],
    ],
  ],
  transport_sync: [
    [
      ['transport_sync none', 'resp 0'],
      ['transport_sync link', 'resp -402'],
      ['transport_sync midi', 'resp -902'],
    ],
  ],
  show_external_ui: [[add, ['show_external_ui 0', 'resp -404'], ['show_external_ui 1', 'resp -3']]],
  output_data_ready: [[['output_data_ready', 'resp 0']]],
  multi_add: [
    [
      ['multi_add 0', 'resp -302'],
      ['multi_add 1 urn:test:amp 6', 'resp 6'],
      ['multi_add 1 urn:test:amp 6', 'resp -2'],
    ],
    [
      ['multi_add 2 urn:test:amp 0 urn:test:none 1', 'resp 0'],
      [gain, 'resp 0 0.0000'],
    ],
    [
      ['multi_add 2 urn:test:amp 0', 'few arguments'],
      ['multi_add -1', 'resp -902'],
    ],
  ],
  multi_preload: [
    [
      ['multi_preload 0', 'resp -302'],
      ['multi_preload 1 urn:test:amp 2', 'resp 2'],
    ],
  ],
  multi_remove: [[add, ['multi_remove 0', 'resp -302'], ['multi_remove 2 0 9', 'resp 0'], [gain, 'resp -3']]],
  multi_activate: [
    [add, ['multi_activate 0 0', 'resp -302'], ['multi_activate 0 1 9', 'resp -3']],
    [add, ['multi_activate 0 2 0 9', 'resp 0']],
  ],
  multi_bypass: [
    [add, ['multi_bypass 1 0', 'resp -302'], ['multi_bypass 1 1 9', 'resp 0']],
    [add, ['multi_bypass 1 2 0 9', 'resp 0'], ['param_get 0 :bypass', 'resp 0 1.0000']],
  ],
  multi_param_set: [
    [add, ['multi_param_set gain 3', 'few arguments'], ['multi_param_set gain 3 0', 'resp -302']],
    [add, ['multi_param_set gain 3 2 0 9', 'resp 0'], [gain, 'resp 0 3.0000']],
    [['multi_param_set gain 3 1 0', 'resp -3']],
  ],
  multi_params_flush: [
    [add, ['multi_params_flush 0 1 0 1 gain 2', 'resp 0'], [gain, 'resp 0 2.0000']],
    [add, ['multi_params_flush 0 0 0 0', 'resp -302'], ['multi_params_flush 0 1 0', 'few arguments']],
  ],
  multi_pre_run: [
    [add, ['multi_pre_run 0 2 0 9 1 gain 2', 'resp 0'], [gain, 'resp 0 2.0000']],
    [add, ['multi_pre_run 0 1 0 0', 'resp -902']],
  ],
  wait_audio_cycle: [[['wait_audio_cycle', 'resp 0']]],
  quit: [[add, ['quit', 'resp 0']]],
};

const rows = Object.entries(cases).flatMap(([name, list]) =>
  list.map((exchanges) => ({ name, exchanges, case: exchanges.map(([command]) => command).join(', ') })),
);

test.each(rows)('$name: $case', async ({ exchanges }) => {
  const replies = await controller.askAll(exchanges.map(([command]) => command));
  expect(replies).toEqual(exchanges.map(([, reply]) => reply));
});

test('every command has its cases; help, which answers nothing, has another test', () => {
  const tested = new Set(Object.keys(cases));
  expect(Object.keys(commands).filter((name) => !tested.has(name))).toEqual(['help']);
});

describe('what answers nothing', () => {
  test('help is said where the daemon logs', async () => {
    const said = new Promise<string>((resolve) => {
      bed.daemon.onEvent((event) => event.type === 'log' && resolve(event.text));
    });
    controller.write('help\0');
    expect(await controller.ask('cpu_load')).toBe('resp 0 12.5000');
    expect(await said).toContain('\nparam_set <instance> <symbol> <value>\n');
  });

  test('a message without words is not found', async () => {
    expect(await controller.askAll(['   ', 'nonsense', ' add a 0'])).toEqual(Array(3).fill('not found'));
  });
});
