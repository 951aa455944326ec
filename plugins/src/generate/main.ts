// Writes every file that follows from the declarations. Run by `npm run generate`, from any folder.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDeclaration, effects } from '../index.js';
import { catalogueJson } from './catalogue.js';
import { paramsHeader, registrySource } from './cpp.js';
import { manualPage } from './manual.js';
import { type Plot, svgOf } from './svg.js';
import { lv2Bundle } from './turtle.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');

const problems = effects.flatMap(checkDeclaration);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}

// Measured from the built code by omx-plot, which the native tests check; drawing needs no build.
const plots: readonly Plot[] = JSON.parse(readFileSync(join(root, 'plugins/plot/plots.json'), 'utf8'));

const outputs: Record<string, string> = {
  ...Object.fromEntries(effects.map((e) => [`plugins/${e.name}/generated/params.hpp`, paramsHeader(e)])),
  'plugins/effect/generated/registry.cpp': registrySource(effects),
  ...Object.fromEntries(
    Object.entries(lv2Bundle(effects)).map(([name, text]) => [`plugins/lv2/generated/${name}`, text]),
  ),
  'plugins/generated/effects.json': catalogueJson(effects),
  'docs/effects.md': manualPage(effects, plots),
  ...Object.fromEntries(plots.map((plot) => [`docs/effects/${plot.effect}-${plot.name}.svg`, svgOf(plot)])),
};

for (const [path, text] of Object.entries(outputs)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
