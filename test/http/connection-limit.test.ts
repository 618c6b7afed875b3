/** The limits of the web server on connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startWeb } from '../../src/boot/web.ts';
import { pool } from '../../src/db/client.ts';
import { useDatabase } from '../support/database-connection.ts';

vi.hoisted(() => {
  process.env.PORT = '0';
  process.env.MAX_CONNECTIONS = '10';
});

useDatabase();

test('connections beyond the limit are closed, and there is room again once others end', async () => {
  const web = await startWeb();
  const open = async () => {
    const socket = connect(web.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /livez HTTP/1.1\r\nHost: cook.example\r\n\r\n');
    const answered = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ]);
    return { socket, answered };
  };
  const sockets: Socket[] = [];
  for (let count = 0; count < 10; count += 1) {
    const { socket, answered } = await open();
    sockets.push(socket);
    expect(answered).toBe(true);
  }
  expect((await open()).answered).toBe(false);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await open()).answered).toBe(true);
  await web.drain();
});

test('PostgreSQL ends a transaction that is idle for a minute', async () => {
  const { rows } = await pool().query('SHOW idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});
