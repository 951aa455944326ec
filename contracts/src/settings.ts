import { z } from 'zod';

/** Settings of the daemon: from its command line and, for each, the environment variable OMX_<NAME>. */
export const settingsSchema = z.object({
  runDir: z
    .string()
    .describe(
      'Run directory: sockets, status pages, daemon.json. Default: $XDG_RUNTIME_DIR/plugin-hostd or /tmp/plugin-hostd-<uid>.',
    ),
  host: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the HTTP server listens on; anything but loopback needs the token.'),
  port: z.int().min(0).max(65535).default(0).describe('TCP port of the HTTP server; 0 takes a free one.'),
  modHostAddress: z
    .string()
    .default('127.0.0.1')
    .describe(
      "Address that mod-host's protocol is served on. It knows no passwords: whoever reaches it can load plugins.",
    ),
  modHostPort: z
    .int()
    .min(0)
    .max(65535)
    .default(5555)
    .describe("TCP port for commands in mod-host's protocol; 0 switches it off."),
  modHostFeedbackPort: z
    .int()
    .min(0)
    .max(65535)
    .default(5556)
    .describe('TCP port for the feedback of that protocol; 0 for none.'),
  lv2Fallback: z
    .enum(['none', 'mod-host'])
    .default('none')
    .describe('What runs LV2 plugins that the adapter refuses: nothing, or mod-host when it is on the PATH.'),
  server: z
    .enum(['auto', 'jack', 'pipewire', 'alsa', 'dummy'])
    .default('auto')
    .describe(
      'Audio server: a running one (JACK, PipeWire), else a private jackd on a sound card, else on the dummy driver.',
    ),
  sampleRate: z.int().min(8000).max(384000).default(48000).describe('Sample rate in Hz of a private server.'),
  period: z.int().min(16).max(8192).default(256).describe('Frames per period of a private server.'),
  orphanTimeoutSeconds: z
    .number()
    .min(0)
    .default(30)
    .describe('Seconds that a worker lives on without a daemon.'),
  restartLimit: z
    .int()
    .min(0)
    .default(3)
    .describe('Restarts of a worker within 10 s before the blamed plugin is bypassed.'),
  callLimitSeconds: z
    .number()
    .min(0.1)
    .default(10)
    .describe(
      'Seconds that a plugin may take to load, activate, or save its state before it counts as hung.',
    ),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Where the run directory is when nobody says: the user's runtime folder, else one of their own under /tmp. */
export function defaultRunDir(
  environment: Readonly<Record<string, string | undefined>>,
  uid: number,
): string {
  if (environment.OMX_RUN_DIR) return environment.OMX_RUN_DIR;
  const runtime = environment.XDG_RUNTIME_DIR;
  return runtime ? `${runtime}/plugin-hostd` : `/tmp/plugin-hostd-${uid}`;
}
