/** The limits of the web server on connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startWeb, type Web } from '../../src/boot/web.ts';
import { pool } from '../../src/db/client.ts';
import { useDatabase } from '../support/database-connection.ts';

await vi.hoisted(async () =>
  (await import('../support/own-modules.ts')).useOwnModules({ PORT: '0', MAX_CONNECTIONS: '10' }),
);

useDatabase();

const webs: Web[] = [];
async function start(options?: Parameters<typeof startWeb>[0]): Promise<Web> {
  const web = await startWeb(options);
  webs.push(web);
  return web;
}
// Afterwards this process closes every connection after one response.
afterAll(() => Promise.all(webs.map((web) => web.drain())));

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: cook.example\r\n\r\n`;

function open({ port }: Web): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function ask(web: Web): Promise<{ socket: Socket; answered: boolean }> {
  const socket = open(web);
  socket.write(request('/livez'));
  const answered = await Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
  return { socket, answered };
}

test('connections beyond the limit are closed, and new ones are accepted once others end', async () => {
  const web = await start();
  const sockets: Socket[] = [];
  for (let count = 0; count < 10; count += 1) {
    const { socket, answered } = await ask(web);
    sockets.push(socket);
    expect(answered).toBe(true);
  }
  expect((await ask(web)).answered).toBe(false);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await ask(web)).answered).toBe(true);
});

test('clients that send nothing are disconnected', async () => {
  const web = await start({ idleTimeoutMs: 500 });
  const socket = open(web).resume();
  await once(socket, 'connect');
  // Without this limit, Node waits 20 s for the first request.
  await expect.poll(() => socket.destroyed).toBe(true);
});

test('clients that read no response are disconnected', async () => {
  const web = await start({ idleTimeoutMs: 500 });
  const socket = open(web);
  await once(socket, 'connect');
  // The responses exceed the buffers of both sockets (4 MB), so the server cannot finish writing.
  socket.write(request('/api/v1/openapi.json').repeat(30));
  const sendMore = () => {
    socket.write(request('/livez'));
    return socket.destroyed;
  };
  await expect.poll(sendMore).toBe(true);
});

test('PostgreSQL ends a transaction that is idle for a minute', async () => {
  const { rows } = await pool().query('SHOW idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});
