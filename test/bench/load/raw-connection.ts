/** A cheap HTTP client that sends prepared requests one after the other over one open connection. */
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  /** Resolves to the status once the response is complete. */
  send(request: Buffer): Promise<number>;
  /** Bytes received so far. */
  received(): number;
  close(): void;
}

export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = await open(port);
  let rest: Buffer = Buffer.alloc(0);
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined;

  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const response = readResponse(rest);
    if (!response) return;
    rest = rest.subarray(response.length);
    waiting?.resolve(response.status);
  });
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    received: () => socket.bytesRead,
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('\r\n0\r\n\r\n');

function readResponse(bytes: Buffer): { status: number; length: number } | null {
  const head = bytes.indexOf(endOfHead);
  if (head < 0) return null;
  const text = bytes.toString('latin1', 0, head);
  const status = Number(text.slice(9, 12));
  const length = /content-length: *(\d+)/i.exec(text);
  const bodyAt = head + endOfHead.length;
  if (length) {
    const end = bodyAt + Number(length[1]);
    return bytes.length < end ? null : { status, length: end };
  }
  if (!/transfer-encoding: *chunked/i.test(text)) return { status, length: bodyAt };
  const end = bytes.indexOf(endOfChunks, head);
  return end < 0 ? null : { status, length: end + endOfChunks.length };
}

/** Returns the bytes of a request. */
export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Uint8Array | string = '',
): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const payload = Buffer.from(body);
  const length = method === 'GET' ? '' : `content-length: ${payload.length}\r\n`;
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n`), payload]);
}
