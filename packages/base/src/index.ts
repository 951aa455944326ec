export * from './decibels.js';
export * from './result.js';
