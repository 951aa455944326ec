import { join } from 'node:path';
import { repoRoot } from '../lib/files.mjs';
import { Progress } from '../lib/progress.mjs';
import { packagesFor } from '../packages.mjs';
import { buildNative, nativeIsBuilt, releaseBuild } from './build-native.mjs';
import { buildTypescript, typescriptIsBuilt } from './build-typescript.mjs';
import { missingPackages } from './installed.mjs';
import { withLock } from './lock.mjs';
import { installNodeModules, nodeModulesAreThere } from './node-modules.mjs';
import { installPackages } from './system-packages.mjs';

/**
 * Make this checkout ready: system packages, npm packages, TypeScript, native code. Each step looks first whether
 * there is anything to do, and says nothing when there is not.
 * Native code is not built when OMX_BUILD_DIR names a build to be used instead.
 * @param {import('../packages.mjs').Group} group
 * @param {{ build: boolean }} options build: also compile; `npm test` compiles by itself, to count a failure
 */
export async function setUp(group, { build }) {
  const progress = new Progress();
  const packages = packagesFor(group);
  const buildsNative = build && !process.env.OMX_BUILD_DIR;
  const ready =
    missingPackages(packages).length === 0 &&
    nodeModulesAreThere() &&
    (!build || typescriptIsBuilt()) &&
    (!buildsNative || nativeIsBuilt(releaseBuild));
  if (ready) return;
  /** @param {number} pid */
  const onWait = (pid) => progress.note(`Waiting for another set-up to end (process ${pid}) …`);
  await withLock(join(repoRoot, 'build/.setup-lock'), onWait, async () => {
    await installPackages(packages, progress);
    await installNodeModules(progress);
    if (build) await buildTypescript(progress);
    if (buildsNative) await buildNative(releaseBuild, progress);
  });
}
