// Writes every file that follows from the contracts. Run by `npm run generate`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorsHeader, feedbackHeader, statusPageHeader, verbsHeader } from './cpp.js';
import { bridgeStageHeader } from './cpp-bridge-stage.js';
import { channelHeader } from './cpp-channel.js';
import { referencePage } from './docs.js';
import { jsonSchema } from './schema.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const outputs: Record<string, string> = {
  'contracts/generated/cpp/omx_contracts/bridge_stage.hpp': bridgeStageHeader(),
  'contracts/generated/cpp/omx_contracts/channel.hpp': channelHeader(),
  'contracts/generated/cpp/omx_contracts/errors.hpp': errorsHeader(),
  'contracts/generated/cpp/omx_contracts/feedback.hpp': feedbackHeader(),
  'contracts/generated/cpp/omx_contracts/status_page.hpp': statusPageHeader(),
  'contracts/generated/cpp/omx_contracts/verbs.hpp': verbsHeader(),
  'contracts/generated/schema.json': jsonSchema(),
  'docs/reference.md': referencePage(),
};

for (const [path, text] of Object.entries(outputs)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
