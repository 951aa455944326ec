export * from './api.js';
export * from './bridge-stage.js';
export * from './errors.js';
export * from './events.js';
export * from './replies.js';
export * from './settings.js';
export * from './status-page.js';
export * from './verbs.js';
