/** Sends requests byte by byte over a connection of their own, as no ordinary client does. */
import { connect, type Socket } from 'node:net';
import { actualOrigin, origin } from './web-server.ts';

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** The body arrives in chunks of this size. */
  chunkBytes?: number;
  /** What follows the body: its end and another request, or the end of the connection. */
  then?: 'next' | 'broken';
}

const next = 'GET /livez HTTP/1.1\r\nHost: cook.example\r\nConnection: close\r\n\r\n';

export function openConnection(): Socket {
  const { hostname, port } = new URL(actualOrigin());
  return connect(Number(port), hostname);
}

export const headOf = ({ method = 'POST', path, headers = {} }: RawRequest): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: cook.example',
    ...Object.entries({ origin, ...headers }).map(([name, value]) => `${name}: ${value}`),
    'Transfer-Encoding: chunked',
    '\r\n',
  ].join('\r\n');

export const chunkOf = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Returns the status of each response. A broken connection has none. */
export function sendRaw(request: RawRequest): Promise<number[]> {
  const { body = new Uint8Array(), chunkBytes = 1_000, then = 'next' } = request;
  const parts: Uint8Array[] = [Buffer.from(headOf(request))];
  for (let at = 0; at < body.length; at += chunkBytes) parts.push(chunkOf(body.subarray(at, at + chunkBytes)));
  if (then === 'next') parts.push(Buffer.from(`0\r\n\r\n${next}`));
  return new Promise((resolve) => {
    const socket = openConnection();
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    // A reset counts as the end.
    socket.on('error', () => {});
    socket.on('close', () => resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))));
    socket.write(Buffer.concat(parts), () => {
      if (then === 'broken') socket.resetAndDestroy();
    });
  });
}
