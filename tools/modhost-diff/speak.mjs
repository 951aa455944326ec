import { createConnection } from 'node:net';

/** How long a reply may take; commands that are answered with nothing cost this time. */
const replyLimitMs = 4000;

/**
 * @param {number} port
 * @returns {Promise<import('node:net').Socket>}
 */
function open(port) {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/**
 * Connects as a controller does: for commands, then for feedback, which is read and thrown away.
 * @param {number} port the feedback port is the next one
 */
export async function speakTo(port) {
  const socket = await open(port);
  const feedback = await open(port + 1);
  feedback.on('error', () => {}).resume();
  socket.setEncoding('utf8').on('error', () => {});
  /** @type {((reply: string) => void) | null} */
  let wanted = null;
  let rest = '';
  socket.on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) wanted?.(message);
  });
  let isGone = false;
  socket.on('close', () => {
    isGone = true;
    wanted?.('(it ended)');
  });
  return {
    /**
     * Says a command; null when nothing is answered.
     * @param {string} command
     * @returns {Promise<string | null>}
     */
    ask: (command) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(null), replyLimitMs);
        wanted = (reply) => {
          clearTimeout(timer);
          wanted = null;
          resolve(reply);
        };
        socket.write(`${command}\0`);
      }),
    isGone: () => isGone,
    close: () => {
      socket.destroy();
      feedback.destroy();
    },
  };
}
