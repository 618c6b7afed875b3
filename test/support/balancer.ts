/** A load balancer for several web processes: polls their readiness, forwards to a ready one, and never retries. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  port: number;
  /** The ports of the web processes. */
  targets: Set<number>;
  stop(): void;
}

/** Milliseconds between two polls. */
const pause = 200;

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const targets = new Set<number>();
  const ready = new Set<number>();
  let nextIndex = 0;

  const server = createServer((incoming, outgoing) => {
    const choice = [...ready].filter((port) => targets.has(port));
    const port = choice[nextIndex++ % choice.length];
    const badGateway = (error?: Error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(error?.message ?? 'nobody is ready');
    };
    if (port === undefined) return badGateway();

    const { method, url: path, headers } = incoming;
    const passed = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      // Keep-alive is negotiated per connection.
      const { connection, ...responseHeaders } = answer.headers;
      outgoing.writeHead(answer.statusCode!, responseHeaders);
      answer.on('error', badGateway).pipe(outgoing);
    });
    passed.on('error', badGateway);
    incoming.pipe(passed);
  });
  // Only clients close idle connections: a request that races with a server-side close gets no response.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const look = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(port);
    else ready.delete(port);
  };
  const looking = setInterval(() => [...targets].forEach(look), pause);

  return {
    port: (server.address() as AddressInfo).port,
    targets,
    stop: () => {
      clearInterval(looking);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
