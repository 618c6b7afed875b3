/** A foreign server that gives every request the same response. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startConstantServer(answer: string): Promise<{ port: number; stop(): void }> {
  const server = createServer((_, response) => void response.end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
