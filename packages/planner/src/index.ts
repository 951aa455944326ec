export * from './join.js';
export * from './place.js';
export * from './ports.js';
export * from './wire-chain.js';
