/** Requests with bodies that are too large, over real connections. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useDatabase } from '../support/database-connection.ts';
import { actualOrigin, origin, useWebServer } from '../support/web-server.ts';

useDatabase();
useWebServer();

const form = { path: '/login', type: 'application/x-www-form-urlencoded' };
const activity = { path: '/inbox', type: 'application/activity+json' };

/** Sends a body in four parts over two seconds, and reads nothing before it has sent all. */
async function sendSlowly(bytesPerPart: number, { path, type } = form): Promise<string> {
  const { hostname, port } = new URL(actualOrigin());
  const socket = connect(Number(port), hostname);
  const failed = once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code!);
  socket.pause();
  const headers = [`POST ${path} HTTP/1.1`, 'Host: cook.example', `Origin: ${origin}`];
  const rest = [`Content-Type: ${type}`, 'Transfer-Encoding: chunked', '', ''];
  socket.write([...headers, ...rest].join('\r\n'));
  for (let part = 0; part < 4; part += 1) {
    socket.write(`${bytesPerPart.toString(16)}\r\n${'a'.repeat(bytesPerPart)}\r\n`);
    await sleep(500);
  }
  socket.write('0\r\n\r\n');
  await sleep(100);
  socket.resume();
  const first = await Promise.race([failed, once(socket, 'data').then(([data]) => String(data))]);
  socket.destroy();
  return first.split('\r\n')[0]!;
}

test('a client that sends a body over the limit slowly reads 413, and sees no reset', async () => {
  const answers = [sendSlowly(2 ** 18), sendSlowly(1_000), sendSlowly(2 ** 19, activity), sendSlowly(1_000, activity)];
  expect(await Promise.all(answers)).toEqual([
    'HTTP/1.1 413 Payload Too Large',
    'HTTP/1.1 403 Forbidden',
    'HTTP/1.1 413 Payload Too Large',
    'HTTP/1.1 400 Bad Request',
  ]);
});
