export * from './catalogue.js';
export * from './chain/parse-chain.js';
export * from './plugins/resolve-parameter.js';
export * from './plugins/resolve-plugin.js';
export * from './plugins/resolve-settings.js';
export { similar } from './plugins/similar.js';
export { lv2Path, searchPath } from './scan/find-files.js';
export { explainPlugin, scanPaths } from './scan/run-scanner.js';
