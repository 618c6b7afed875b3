/** HTTP clients and servers on loopback for a test. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket, Server as TcpServer } from 'node:net';
import { onTestFinished } from 'vitest';
import type { FetchFailure } from '../../src/lib/fetch/error.ts';
import { type ClientOptions, createClient } from '../../src/lib/fetch/fetch.ts';

export const json = { accept: 'application/json' };

/** An HTTP client that may reach loopback. */
export function fetchClient(options: Partial<ClientOptions> = {}) {
  const client = createClient({ privateNetworks: ['127.0.0.0/8'], federates: true, ...options });
  onTestFinished(client.close);
  return client;
}

/** Returns the port it listens on. */
export async function listen(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server and returns its origin. */
export async function startHttpServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

/** A DNS resolver with scripted answers, one per query. */
export function scriptedDns(...answers: string[][]): NonNullable<ClientOptions['lookup']> {
  let asked = 0;
  const lookup = (_host: string, _options: object, done: (error: null, found: object[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)]!;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return lookup as NonNullable<ClientOptions['lookup']>;
}

/** Returns why a request failed. */
export async function failureOf(request: Promise<unknown>): Promise<FetchFailure | string> {
  return request.then(
    () => 'no failure',
    (error) => error.reason ?? String(error),
  );
}
