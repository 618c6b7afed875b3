/** A listening port that outlives the servers that use it, as systemd holds it for a socket unit. */
import * as net from 'node:net';
import type { Stream } from 'node:stream';

export interface HeldPort {
  port: number;
  /** Becomes descriptor 3 of a server. */
  socket: Stream;
  close(): void;
}

interface BoundSocket extends Stream {
  getsockname(address: object): number;
  close(): void;
}

/** Binds without accepting, unlike a `Server` of this process. Node's cluster module does the same. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(address: string, port: number, family: 4 | 6): BoundSocket;
};

export function holdPort(): HeldPort {
  const socket = bind('127.0.0.1', 0, 4);
  const address = { port: 0 };
  socket.getsockname(address);
  return { port: address.port, socket, close: () => socket.close() };
}
