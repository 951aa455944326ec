export * from './ensure.js';
export * from './find.js';
