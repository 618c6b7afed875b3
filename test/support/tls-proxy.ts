/** A TLS proxy as in production: accepts HTTPS, forwards plain HTTP. */
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificates.ts';

export interface TlsProxy {
  port: number;
  /** The upstream port; 502 while undefined. */
  target: number | undefined;
  /** Accepts requests and never responds. */
  hanging: boolean;
  /** Sends X-Forwarded-For. */
  forwards: boolean;
  /** Refuses larger bodies with 413. */
  maxBodyBytes: number;
  stop(): void;
}

export async function startTlsProxy({ key, cert }: Certificate, address: string): Promise<TlsProxy> {
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const badGateway = () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (proxy.hanging) return;
    if (proxy.target === undefined) return badGateway();

    if (Number(incoming.headers['content-length'] ?? 0) > proxy.maxBodyBytes) {
      incoming.resume();
      return void outgoing.writeHead(413).end();
    }

    const { method, url } = incoming;
    const headers = {
      ...incoming.headers,
      ...(proxy.forwards && { 'x-forwarded-for': incoming.socket.remoteAddress }),
    };
    const passed = request(
      { host: '127.0.0.1', port: proxy.target, method, path: url, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.on('error', badGateway).pipe(outgoing);
      },
    );
    passed.on('error', badGateway);
    incoming.pipe(passed);
  });
  // Only clients close idle connections: a request that races with a server-side close gets no response.
  server.keepAliveTimeout = 120_000;
  server.listen(0, address);
  await once(server, 'listening');

  const proxy: TlsProxy = {
    port: (server.address() as AddressInfo).port,
    target: undefined,
    hanging: false,
    forwards: true,
    maxBodyBytes: Number.POSITIVE_INFINITY,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
