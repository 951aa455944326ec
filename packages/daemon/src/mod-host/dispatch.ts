import { codes, reply } from './codes.js';
import { type CommandName, parseCommand } from './commands.js';
import { connectionHandlers } from './commands-connections.js';
import { generalHandlers } from './commands-general.js';
import { hardwareHandlers } from './commands-hardware.js';
import { instanceHandlers } from './commands-instances.js';
import { monitorHandlers } from './commands-monitors.js';
import { multiHandlers } from './commands-multi.js';
import { parameterHandlers, propertyHandlers } from './commands-parameters.js';
import { stateHandlers } from './commands-states.js';
import type { Controller } from './controller.js';
import type { Handler, ModHost } from './host.js';
import { splitWords } from './words.js';

/** Lines that a controller's history keeps. */
const historyLimit = 1000;

/** One for every command. */
const handlers: Readonly<Record<CommandName, Handler>> = {
  ...instanceHandlers,
  ...parameterHandlers,
  ...propertyHandlers,
  ...connectionHandlers,
  ...stateHandlers,
  ...monitorHandlers,
  ...hardwareHandlers,
  ...multiHandlers,
  ...generalHandlers,
};

/** Carries out a message; returns the reply without its NUL, null where there is none. */
export async function carryOut(
  host: ModHost,
  controller: Controller,
  message: string,
): Promise<string | null> {
  const parsed = parseCommand(splitWords(message));
  if ('error' in parsed) return parsed.error;
  if (parsed.command !== 'save') controller.history.push(message.trimEnd());
  if (controller.history.length > historyLimit) controller.history.shift();
  try {
    return await handlers[parsed.command]({ host, controller, words: parsed.words });
  } catch (error) {
    host.session.events.log(3, `mod-host's protocol: ${parsed.command}: ${(error as Error).message}`);
    return reply(codes.invalidOperation);
  }
}
