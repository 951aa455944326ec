/**
 * The one table of system packages, by their Debian names (the same on Ubuntu and Raspberry Pi OS).
 *
 * Groups: `run` is what a user's `npm start` needs, `test` what `npm test` adds, `bench` what measuring adds.
 * `proof` is a file, or a command on PATH, that shows that the package is there; one of a list is enough, and
 * `*` stands for one folder name or a part of it. `uses` is what our code takes from the package:
 * `command:`, `include:`, `pkg-config:` or `file:` with a name or prefix. tools/checks/packages-used.mjs fails
 * when code uses what no entry offers, and when an entry offers what no code uses.
 *
 * @typedef {'run' | 'test' | 'bench'} Group
 * @typedef {object} SystemPackage
 * @property {string} name the package's name
 * @property {string[]} [or] other packages that serve as well, best first, where the first does not exist
 * @property {Group} group
 * @property {string} why one line: what it is for
 * @property {string | string[]} proof
 * @property {string[]} uses
 * @property {boolean} [optional] its absence is reported, and what needs it is skipped
 */

/** @type {SystemPackage[]} */
export const systemPackages = [
  {
    name: 'g++',
    group: 'run',
    why: 'compiles the native programs',
    proof: 'g++',
    uses: ['command:gcc', 'command:g++'],
  },
  {
    name: 'cmake',
    group: 'run',
    why: 'configures the native build',
    proof: 'cmake',
    uses: ['command:cmake', 'command:ctest'],
  },
  {
    name: 'ninja-build',
    group: 'run',
    why: 'runs the native build',
    proof: 'ninja',
    uses: ['command:ninja'],
  },
  {
    name: 'pkgconf',
    group: 'run',
    why: 'tells the native build where libraries are',
    proof: 'pkg-config',
    uses: ['command:pkg-config'],
  },
  {
    name: 'libjack-jackd2-dev',
    group: 'run',
    why: 'the JACK client library (also reaches PipeWire)',
    proof: '/usr/include/jack/jack.h',
    uses: ['pkg-config:jack', 'include:jack/'],
  },
  {
    name: 'libsndfile1-dev',
    group: 'run',
    why: 'reads and writes sound files',
    proof: '/usr/include/sndfile.h',
    uses: ['pkg-config:sndfile', 'include:sndfile.h'],
  },
  {
    name: 'util-linux',
    group: 'run',
    why: 'ends programs together with the one that started them',
    proof: 'setpriv',
    uses: ['command:setpriv'],
  },
  {
    name: 'libebur128-dev',
    group: 'run',
    why: 'measures loudness (EBU R 128)',
    proof: '/usr/include/ebur128.h',
    uses: ['pkg-config:libebur128', 'include:ebur128.h'],
  },
  {
    name: 'libsamplerate0-dev',
    group: 'run',
    why: "plays recordings at the audio server's rate",
    proof: '/usr/include/samplerate.h',
    uses: ['pkg-config:samplerate', 'include:samplerate.h'],
  },
  {
    name: 'dpf-source',
    group: 'run',
    why: 'the C headers of the CLAP plugin format',
    proof: '/usr/share/dpf/distrho/src/clap/plugin.h',
    uses: ['include:clap/'],
  },
  {
    name: 'lv2-dev',
    group: 'run',
    why: 'the C headers of the LV2 plugin format, and its validator',
    proof: '/usr/include/lv2/core/lv2.h',
    uses: ['pkg-config:lv2', 'include:lv2/', 'command:lv2_validate'],
  },
  {
    name: 'liblilv-dev',
    group: 'run',
    why: 'finds LV2 plugins and reads what their bundles say',
    proof: '/usr/include/lilv-0/lilv/lilv.h',
    uses: ['pkg-config:lilv-0', 'pkg-config:serd-0', 'include:lilv/', 'include:serd/'],
  },
  {
    name: 'jackd2',
    group: 'run',
    why: 'the audio server we start when none is running',
    proof: 'jackd',
    uses: ['command:jackd'],
  },
  {
    name: 'zam-plugins',
    group: 'run',
    why: 'third-party CLAP plugins for the demo chain, and their LV2 twins',
    proof: '/usr/lib/clap/ZamCompX2.clap',
    uses: ['file:/usr/lib/clap', 'file:/usr/lib/lv2', 'file:/usr/lib/*/lv2'],
  },
  {
    name: 'alsa-utils',
    group: 'run',
    why: 'a spoken recording for the demo',
    proof: '/usr/share/sounds/alsa/Front_Center.wav',
    uses: ['file:/usr/share/sounds/alsa'],
  },
  {
    name: 'doctest-dev',
    group: 'test',
    why: 'the framework of the native unit tests',
    proof: '/usr/include/doctest/doctest.h',
    uses: ['include:doctest/'],
  },
  {
    name: 'lilv-utils',
    group: 'test',
    why: 'lv2apply, a host of LV2 plugins to compare with',
    proof: 'lv2apply',
    uses: ['command:lv2apply'],
  },
  {
    name: 'mda-lv2',
    group: 'test',
    why: 'third-party LV2 plugins, a synthesizer among them, for the end-to-end tests',
    proof: '/usr/lib/lv2/mda.lv2/manifest.ttl',
    uses: [],
  },
  {
    name: 'sordi',
    group: 'test',
    why: 'reads Turtle for lv2_validate',
    proof: 'sord_validate',
    uses: [],
  },
  {
    name: 'ccache',
    group: 'test',
    why: 'lets the builds of the tests share what they compile',
    proof: 'ccache',
    uses: ['command:ccache'],
    optional: true,
  },
  {
    name: 'jack-example-tools',
    or: ['jackd2'],
    group: 'test',
    why: 'looks at a JACK server from outside and resizes its buffer',
    proof: 'jack_bufsize',
    uses: ['command:jack_lsp', 'command:jack_bufsize'],
  },
  {
    name: 'pipewire-bin',
    group: 'test',
    why: 'the second audio server of the end-to-end tests',
    proof: 'pipewire',
    uses: ['command:pipewire', 'command:pw-metadata'],
  },
  {
    name: 'pipewire-jack',
    group: 'test',
    why: "PipeWire's own JACK library",
    proof: '/usr/lib/*/pipewire-0.3/jack/libjack.so.0',
    uses: ['file:/usr/lib/*/pipewire-0.3/jack'],
  },
  {
    name: 'clang-format-22',
    group: 'test',
    why: 'checks how the C++ code is laid out',
    proof: 'clang-format-22',
    uses: ['command:clang-format-22'],
    optional: true,
  },
  {
    name: 'clang-22',
    or: ['clang-21', 'clang-20'],
    group: 'test',
    why: 'proves that the audio thread never blocks (function effects)',
    proof: ['clang++-22', 'clang++-21', 'clang++-20'],
    uses: ['command:clang++-22', 'command:clang++-21', 'command:clang++-20'],
    optional: true,
  },
  {
    name: 'libclang-rt-22-dev',
    or: ['libclang-rt-21-dev', 'libclang-rt-20-dev'],
    group: 'test',
    why: 'RealtimeSanitizer, which catches blocking calls at run time',
    proof: [
      '/usr/lib/llvm-22/lib/clang/22/lib/linux/libclang_rt.rtsan*.a',
      '/usr/lib/llvm-21/lib/clang/21/lib/linux/libclang_rt.rtsan*.a',
      '/usr/lib/llvm-20/lib/clang/20/lib/linux/libclang_rt.rtsan*.a',
    ],
    uses: ['file:/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.rtsan'],
    optional: true,
  },
  {
    name: 'ladspa-sdk',
    group: 'bench',
    why: 'the C header of the LADSPA plugin format',
    proof: '/usr/include/ladspa.h',
    uses: ['include:ladspa.h'],
  },
  {
    name: 'caps',
    group: 'bench',
    why: 'effects to compare ours with',
    proof: '/usr/lib/ladspa/caps.so',
    uses: [],
  },
  {
    name: 'x42-plugins',
    group: 'bench',
    why: 'meters, note filters, effects: for the sweep and to compare with',
    proof: '/usr/lib/lv2/fil4.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'pulseaudio',
    group: 'bench',
    why: 'a sound server whose transports to compare ours with',
    proof: 'pulseaudio',
    uses: [],
    optional: true,
  },
  {
    name: 'pulseaudio-utils',
    group: 'bench',
    why: "that server's player",
    proof: 'pacat',
    uses: [],
    optional: true,
  },
  {
    name: 'calf-plugins',
    group: 'bench',
    why: 'LV2 plugins with many parameters, for the sweep and to compare with',
    proof: '/usr/lib/lv2/calf.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'lsp-plugins-lv2',
    group: 'bench',
    why: 'LV2 plugins with workers, for the sweep and to compare with',
    proof: '/usr/lib/lv2/lsp-plugins.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'swh-lv2',
    group: 'bench',
    why: 'a hundred small LV2 plugins, for the sweep and to compare with',
    proof: '/usr/lib/lv2/plate-swh.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'dragonfly-reverb-lv2',
    group: 'bench',
    why: 'LV2 reverberators, for the sweep and to compare with',
    proof: '/usr/lib/lv2/Dragonfly*.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'guitarix-lv2',
    group: 'bench',
    why: 'LV2 amplifiers for the sweep',
    proof: '/usr/lib/lv2/gx_amp.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'invada-studio-plugins-lv2',
    group: 'bench',
    why: 'LV2 plugins for the sweep',
    proof: '/usr/lib/lv2/invada.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'ardour-lv2-plugins',
    group: 'bench',
    why: 'LV2 plugins for the sweep',
    proof: '/usr/lib/lv2/a-*.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'lv2-examples',
    group: 'bench',
    why: 'the LV2 plugins that show how it is done, for the sweep',
    proof: '/usr/lib/lv2/eg-amp.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'eq10q',
    group: 'bench',
    why: 'LV2 equalizers for the sweep',
    proof: '/usr/lib/lv2/sapistaEQv2.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'fomp',
    group: 'bench',
    why: 'LV2 ports of LADSPA plugins for the sweep',
    proof: '/usr/lib/lv2/fomp.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'setbfree',
    group: 'bench',
    why: 'an LV2 organ for the sweep',
    proof: '/usr/lib/lv2/b_synth/manifest.ttl',
    uses: [],
    optional: true,
  },
  {
    name: 'avldrums.lv2',
    group: 'bench',
    why: 'LV2 drums for the sweep',
    proof: '/usr/lib/lv2/avldrums.lv2/manifest.ttl',
    uses: [],
    optional: true,
  },
];

/** Which groups a set-up for `group` installs: testing and measuring need what running needs. */
const groupsOf = { run: ['run'], test: ['run', 'test'], bench: ['run', 'bench'] };

/**
 * The packages that a set-up for one group needs.
 * @param {Group} group
 * @returns {SystemPackage[]}
 */
export function packagesFor(group) {
  return systemPackages.filter((entry) => groupsOf[group].includes(entry.group));
}
