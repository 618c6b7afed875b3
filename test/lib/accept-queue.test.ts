/** The length of the queue of connections that wait for the server. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { countWaiting } from '../../src/boot/accept-queue.ts';

test.skipIf(!existsSync('/proc/net/tcp')).each(['127.0.0.1', '::'])(
  'connections to %s wait until the event loop accepts them',
  async (host) => {
    const server = createServer((socket) => onTestFinished(() => void socket.destroy()));
    onTestFinished(() => void server.close());
    await once(server.listen(0, host), 'listening');
    const address = server.address() as AddressInfo;
    const sockets = Array.from({ length: 7 }, () => connect(address.port, host === '::' ? '::1' : host));
    // The connections are established in this tick, so the server had no turn.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(countWaiting(address)).toBe(7);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await expect.poll(() => countWaiting(address)).toBe(0);
  },
);
