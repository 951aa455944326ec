// Written for any Node that knows ES modules: this file must load where the rest would not.

/** The oldest Node that everything here runs on. */
export const oldestNode = { major: 20, minor: 19 };

/**
 * Why a version of Node will not do, with the next step; '' when it will.
 * @param {string} version as in process.versions.node: "20.19.2"
 */
export function refuseNode(version) {
  const parts = version.split('.');
  const major = Number(parts[0]);
  const minor = Number(parts[1]);
  if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)) return '';
  return [
    `plugin-hostd needs Node ${oldestNode.major}.${oldestNode.minor} or newer, and this is Node ${version}.`,
    'Install it from https://nodejs.org/en/download (or with your version manager), open a new shell,',
    'and run the same command again.',
  ].join('\n');
}
