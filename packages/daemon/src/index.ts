export type { AudioServer, PhysicalPorts } from './audio-server/audio-server.js';
export * from './daemon.js';
export type { EventListener } from './events.js';
export type { PluginCatalogue } from './session.js';
