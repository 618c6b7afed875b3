/**
 * Clients that occupy connections of a web server: slow heads, slow bodies, answers that nobody reads, idle
 * connections.
 */
import { connect, type Socket } from 'node:net';
import type { Target } from './direct.ts';

export type Slowness = 'slow head' | 'slow body' | 'reads nothing' | 'idle';

export interface SlowClients {
  /** Connections that the server has not closed. */
  open(): number;
  /** When the server closed them, in ms after they were opened. */
  closedAfterMs: number[];
  close(): void;
}

const beginnings: Record<Slowness, (host: string) => string> = {
  'slow head': (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
  'slow body': (host) =>
    `POST /inbox HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/activity+json\r\nContent-Length: 100000\r\n\r\n`,
  'reads nothing': (host) => `GET /api/v1/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(3),
  idle: (host) => `GET /livez HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
};

/** Slow heads and bodies send a byte per second. */
export function openSlowClients(target: Target, slowness: Slowness, count: number): SlowClients {
  const closedAfterMs: number[] = [];
  const sockets = new Set<Socket>();
  for (let n = 0; n < count; n += 1) {
    const openedAt = performance.now();
    const socket = connectTo(target);
    sockets.add(socket);
    socket.write(beginnings[slowness](target.host));
    if (slowness === 'reads nothing') socket.pause();
    else socket.resume();
    socket.once('close', () => {
      if (sockets.delete(socket)) closedAfterMs.push(performance.now() - openedAt);
    });
  }
  const trickle = setInterval(() => {
    if (slowness.startsWith('slow')) for (const socket of sockets) socket.write('x');
  }, 1_000).unref();

  return {
    open: () => sockets.size,
    closedAfterMs,
    close: () => {
      clearInterval(trickle);
      const all = [...sockets];
      sockets.clear();
      for (const socket of all) socket.destroy();
    },
  };
}

/** Asks on a new connection. Resolves to the ms until the answer or the end of the connection. */
export async function askOnce(target: Target): Promise<{ isAnswered: boolean; ms: number }> {
  const began = performance.now();
  const socket = connectTo(target);
  socket.write(beginnings.idle(target.host));
  const isAnswered = await new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false));
  });
  socket.destroy();
  return { isAnswered, ms: performance.now() - began };
}

function connectTo({ proxy }: Target): Socket {
  const socket = connect(proxy.target!, '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}
