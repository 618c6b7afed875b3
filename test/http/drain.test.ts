/** The end of the web server: connections that the kernel has established are served before the port closes. */
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { startWeb } from '../../src/boot/web.ts';
import { useDatabase } from '../support/database-connection.ts';

await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules({ PORT: '0' }));

useDatabase();

/** Keeps the event loop from accepting connections. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('connections that wait while the server is busy are served before it ends', async () => {
  const web = await startWeb();
  const drained = web.drain();
  const sockets: Socket[] = [];
  for (let count = 0; count < 7; count += 1) {
    const socket = connect(web.port, '127.0.0.1');
    socket.write('GET /livez HTTP/1.1\r\nHost: cook.example\r\n\r\n');
    sockets.push(socket);
  }
  // The connections are established in this tick. The time before the port closes passes meanwhile.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  block(1_000);

  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  for (const response of answers) expect(response).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  await drained;
});
