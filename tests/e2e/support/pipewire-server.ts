// A private PipeWire without D-Bus, session manager or devices: a dummy clock and a null sink named `system`.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AudioServer, type JackOptions, privateName } from './jack-server.js';
import { Program, run, until } from './processes.js';

/** Folder of PipeWire's own JACK library; undefined when it is not installed. */
export async function pipewireJackFolder(): Promise<string | undefined> {
  for (const folder of await readdir('/usr/lib')) {
    const candidate = `/usr/lib/${folder}/pipewire-0.3/jack`;
    if (existsSync(join(candidate, 'libjack.so.0'))) return candidate;
  }
  return undefined;
}

function configuration(name: string, rate: number, period: number): string {
  return `
context.properties = {
  support.dbus = false
  core.daemon = true
  core.name = ${name}
  default.clock.rate = ${rate}
  default.clock.allowed-rates = [ ${rate} ]
  default.clock.quantum = ${period}
  default.clock.min-quantum = 16
  default.clock.max-quantum = 8192
}
context.spa-libs = {
  audio.convert.* = audioconvert/libspa-audioconvert
  support.* = support/libspa-support
}
context.modules = [
  { name = libpipewire-module-rt
    args = { rt.prio = 70 rtkit.enabled = false rtportal.enabled = false }
    flags = [ ifexists nofail ] }
  { name = libpipewire-module-protocol-native }
  { name = libpipewire-module-profiler }
  { name = libpipewire-module-metadata }
  { name = libpipewire-module-spa-node-factory }
  { name = libpipewire-module-client-node }
  { name = libpipewire-module-access }
  { name = libpipewire-module-adapter }
  { name = libpipewire-module-link-factory }
]
context.objects = [
  { factory = metadata args = { metadata.name = default } }
  { factory = spa-node-factory
    args = { factory.name = support.node.driver node.name = Dummy-Driver node.group = pipewire.dummy
             priority.driver = 20000 } }
  { factory = adapter
    args = { factory.name = support.null-audio-sink node.name = system media.class = Audio/Sink
             audio.position = [ FL FR ] priority.driver = 100
             adapter.auto-port-config = { mode = dsp monitor = false position = preserve } } }
]
`;
}

/** Starts PipeWire and waits until JACK clients can connect to it. One of the same name is found in the same place. */
export async function startPipewire(options: JackOptions = {}, name = privateName()): Promise<AudioServer> {
  const library = await pipewireJackFolder();
  if (library === undefined) throw new Error("PipeWire's JACK library is not installed");
  const rate = options.rate ?? 48_000;
  const folder = join(tmpdir(), `pipewire-${name}`);
  await mkdir(folder, { mode: 0o700 });
  const config = join(folder, 'pipewire.conf');
  await writeFile(config, configuration(name, rate, options.period ?? 256));
  const env = {
    XDG_RUNTIME_DIR: folder,
    PIPEWIRE_RUNTIME_DIR: folder,
    PIPEWIRE_REMOTE: name,
    LD_LIBRARY_PATH: library,
    JACK_NO_START_SERVER: '1',
  };
  const server = new Program('pipewire', ['-c', config], { env });
  await until('PipeWire', async () => {
    server.expectRunning();
    return (await run('jack_lsp', [], { env })).stdout.includes('system:playback');
  });
  return {
    env,
    rate,
    name,
    async setPeriod(frames) {
      const args = ['-n', 'settings', '0', 'clock.force-quantum', String(frames)];
      const result = await run('pw-metadata', args, { env });
      if (result.code !== 0) throw new Error(`pw-metadata: ${result.stderr}`);
    },
    async stop() {
      await server.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
