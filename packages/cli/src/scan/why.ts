import { ok, type Result } from '@plugin-hostd/base';
import { areTwins, type Catalogue, explainPlugin, pathOf } from '@plugin-hostd/catalogue';
import type { Explanation, Failure, Plugin } from '@plugin-hostd/contracts';
import { findModHost } from '@plugin-hostd/host';
import type { Context } from '../context.js';
import type { Way } from '../output/way.js';
import { scanned } from './scan.js';

/** Which way the plugin that a text means is run, and why. */
export async function explainWay(context: Context, text: string): Promise<Result<Way, Failure>> {
  const catalogue = await scanned(context, { force: false, takesRefused: true });
  if (!catalogue.ok) return catalogue;
  const found = await catalogue.value.resolve(text);
  if (found.ok) return describe(context, found.value, twinsOf(catalogue.value, found.value));
  const uri = text.replace(/^lv2:/, '');
  if (found.error.code !== 'plugin_not_found' || !/^[a-z][\w+.-]*:/i.test(uri)) return found;
  const explained = await explainPlugin(uri);
  if (!explained.ok || explained.value.status === 'not-found') return found;
  return ok(lv2Way(context, explained.value, uri, []));
}

function twinsOf(catalogue: Catalogue, plugin: Plugin): readonly string[] {
  return catalogue.plugins.filter((other) => areTwins(plugin, other)).map((other) => other.uri);
}

async function describe(
  context: Context,
  plugin: Plugin,
  twins: readonly string[],
): Promise<Result<Way, Failure>> {
  const { uri, id, name } = plugin;
  if (plugin.format === 'clap') {
    const reason =
      twins.length === 0
        ? 'It is a CLAP file.'
        : 'It is a CLAP file, which comes before its LV2 twin; the twin runs when it is named by its URI, or with lv2: before its name.';
    return ok({ way: 'clap', uri, name, reason, path: pathOf(plugin), twins, requires: [] });
  }
  const explained = await explainPlugin(id);
  return explained.ok ? ok(lv2Way(context, explained.value, name, twins)) : explained;
}

function lv2Way(
  { environment }: Context,
  { uri, status, reason, bundle, requires }: Explanation,
  name: string,
  twins: readonly string[],
): Way {
  const plain = { uri: `lv2:${uri}`, name, path: bundle, twins, requires };
  if (status === 'ok') {
    const twin = twins.length === 0 ? '' : ' Its name alone means its CLAP twin.';
    return {
      ...plain,
      way: 'adapter',
      reason: `Its bundle asks for nothing that the adapter does not offer.${twin}`,
    };
  }
  const isForModHost = environment.OMX_LV2_FALLBACK === 'mod-host' && status.endsWith('-refused');
  const modHost = isForModHost ? findModHost(environment) : null;
  if (modHost !== null)
    return {
      ...plain,
      way: 'mod-host',
      reason: `The adapter refuses it: ${reason}. ${modHost} may take it.`,
    };
  const hint = status.endsWith('-refused')
    ? ' A daemon with --lv2-fallback mod-host would try mod-host.'
    : '';
  return { ...plain, way: 'refused', reason: `The adapter refuses it: ${reason}.${hint}` };
}
