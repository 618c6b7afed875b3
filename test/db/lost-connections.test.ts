/** PostgreSQL may go away at any moment of a connection. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, disconnect, pool, prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';

/** A message of the protocol of PostgreSQL: a letter, the length, the content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const farewell = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));
const server = createServer((socket) => {
  socket.on('error', () => {});
  // Both in one segment, so that nothing runs between them.
  socket.once('data', () => socket.end(Buffer.concat([welcome, farewell])));
});

beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  connect(`postgresql://ann:ann@127.0.0.1:${(server.address() as AddressInfo).port}/potluck?sslmode=disable`);
});
afterEach(async () => {
  await disconnect();
  await new Promise((resolve) => server.close(resolve));
});

test('a connection that is lost between its checkout and its first query rejects the query', async () => {
  await expect(pool().query('SELECT 1')).rejects.toThrow();
  await expect(transact((tx) => tx.run({ text: 'SELECT 1', values: [] }))).rejects.toThrow();
  await expect(prisma().$transaction(async (tx) => tx.account.count())).rejects.toThrow();
  const client = await pool().connect();
  await new Promise(setImmediate);
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
});
