/** A body may take long, as long as it keeps coming. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createWebServer } from '../../src/boot/web.ts';
import { log } from '../../src/lib/log.ts';

const windowMs = 300;
const minBytes = 1_000;
let server: Server;

async function listen(answer: (request: Request) => Promise<Response>): Promise<number> {
  server = createWebServer(answer, { overrideGlobalObjects: false, pace: { windowMs, minBytes } });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.restoreAllMocks();
});

/** Sends so many bytes every 100 ms, and returns the status line. */
async function send(port: number, bytes: number, times: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const answer = once(socket, 'data').then(([data]) => String(data).split('\r\n')[0]!);
  socket.write(
    `POST /write/photos?token=hidden HTTP/1.1\r\nHost: cook.example\r\nContent-Length: ${bytes * times}\r\n\r\n`,
  );
  for (let sent = 0; sent < times && !socket.destroyed; sent += 1) {
    socket.write('a'.repeat(bytes));
    await sleep(100);
  }
  return answer;
}

const readAll = async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength));

test('a body that takes many windows arrives, while a drip is answered 408', async () => {
  const line = vi.spyOn(log, 'info').mockImplementation(() => {});
  const port = await listen(readAll);
  const answers = await Promise.all([send(port, 2_000, 15), send(port, 1, 15)]);
  expect(answers).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 408 Request Timeout']);
  expect(line.mock.calls.map(([fields]) => fields)).toEqual([
    expect.objectContaining({ method: 'POST', path: '/write/photos', status: 408 }),
  ]);
});

test('a client is not blamed while the server does not read', async () => {
  const port = await listen(async (request) => {
    await sleep(4 * windowMs);
    return readAll(request);
  });
  expect(await send(port, 2 ** 20, 2)).toBe('HTTP/1.1 200 OK');
});
