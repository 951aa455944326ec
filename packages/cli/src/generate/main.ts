import { writeFileSync } from 'node:fs';
import { commands } from '../commands/index.js';
import { cliPage } from './cli-page.js';

writeFileSync(new URL('../../../../docs/cli.md', import.meta.url), `${cliPage(commands)}\n`);
