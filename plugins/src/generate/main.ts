// Writes every file that follows from the declarations. Run by `npm run generate`, from any folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDeclaration, effects } from '../index.js';
import { catalogueJson } from './catalogue.js';
import { paramsHeader, registrySource } from './cpp.js';
import { manualPage } from './manual.js';
import { lv2Bundle } from './turtle.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');

const problems = effects.flatMap(checkDeclaration);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}

const outputs: Record<string, string> = {
  ...Object.fromEntries(effects.map((e) => [`plugins/${e.name}/generated/params.hpp`, paramsHeader(e)])),
  'plugins/effect/generated/registry.cpp': registrySource(effects),
  ...Object.fromEntries(
    Object.entries(lv2Bundle(effects)).map(([name, text]) => [`plugins/lv2/generated/${name}`, text]),
  ),
  'plugins/generated/effects.json': catalogueJson(effects),
  'docs/effects.md': manualPage(effects),
};

for (const [path, text] of Object.entries(outputs)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
