/** Runs the web server until it is drained. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { createApp } from '../app.ts';
import { discardUnread } from '../http/body.ts';
import { withCompression } from '../http/content-encoding.ts';
import { endSlowBody, type Pace } from '../http/slow-bodies.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import { isDraining } from '../lib/shutdown.ts';

export interface Web {
  address: string;
  port: number;
  /** Readiness turns 503, active requests finish, and connections close after their next response or when idle. */
  drain(): Promise<void>;
}

/**
 * How long to keep serving after readiness turned 503, so that load balancers notice. A single process needs no wait.
 */
const drainNoticeMs = config.role === 'web' ? 3_000 : 200;
/** Longer than any request waits for its response. */
const defaultIdleTimeoutMs = 120_000;
/** How long active requests may take. */
const drainTimeoutMs = 10_000;

export function startWeb({ idleTimeoutMs = defaultIdleTimeoutMs } = {}): Promise<Web> {
  const server = createWebServer(withCompression(createApp().fetch));
  // Closes sockets on which nothing moves, such as those of a client that reads no response.
  server.setTimeout(idleTimeoutMs);
  server.maxConnections = config.maxConnections;
  const { port, bindHost: host, heldSocket: fd } = config;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(fd === undefined ? { port, host } : { fd }, () => {
      server.off('error', reject);
      // Such as too many open files while accepting.
      server.on('error', (error) => log.error({ error: error.message }, 'the web server has a problem'));
      const { address, port: openedPort } = server.address() as AddressInfo;
      resolve({ address, port: openedPort, drain: () => drain(server) });
    });
  });
}

type Answer = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>;

interface WebServerOptions {
  overrideGlobalObjects?: boolean;
  /** How fast bodies must come. */
  pace?: Pace;
}

/** It does not listen yet. */
export function createWebServer(answer: Answer, { pace, ...options }: WebServerOptions = {}): Server {
  const fetch = async (request: Request, env: HttpBindings | Http2Bindings) => {
    const response = await answer(request, env);
    discardUnread(env.incoming);
    // Clients must not send another request on a connection that is about to close.
    if (isDraining() && 'shouldKeepAlive' in env.outgoing) env.outgoing.shouldKeepAlive = false;
    return response;
  };
  const server = createAdaptorServer({ fetch, autoCleanupIncoming: false, ...options }) as Server;
  server.prependListener('request', (incoming, outgoing) => endSlowBody(incoming, outgoing, pace));
  // Would bound the time of the whole request, which a photo over a slow connection exceeds.
  server.requestTimeout = 0;
  server.headersTimeout = 20_000;
  server.keepAliveTimeout = 75_000;
  return server;
}

async function drain(server: Server): Promise<void> {
  await sleep(drainNoticeMs);
  // Connections that become idle later would otherwise be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const forceClose = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(forceClose);
}
