// Written for any Node that knows ES modules: this file must load where the rest would not.

/** The oldest Node that everything here runs on: [major, minor]. */
export const oldestNode = [20, 19];

/**
 * Why a version of Node will not do, with the next step; '' when it will.
 * @param {string} version as in process.versions.node: "20.19.2"
 */
export function refuseNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return '';
  const wanted = oldestNode.join('.');
  return (
    'plugin-hostd needs Node ' +
    wanted +
    ' or newer, and this is Node ' +
    version +
    '.\n' +
    'Install it from https://nodejs.org/en/download (or with your version manager), open a new shell,\n' +
    'and run the same command again.'
  );
}
