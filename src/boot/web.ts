/** The web server: takes requests until it is drained, then finishes those it has. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Http2Bindings, type HttpBindings, serve } from '@hono/node-server';
import { createApp } from '../app.ts';
import { measured } from '../http/metrics.ts';
import { tracing } from '../http/tracing.ts';
import { config } from '../lib/config.ts';
import { isDraining, setDraining } from '../lib/draining.ts';
import { isTracing } from '../lib/tracing.ts';

export interface Web {
  port: number;
  /** Readiness turns 503, requests under way are answered, connections end with their next answer or when idle. */
  drain(): Promise<void>;
}

/** How long load balancers get to see that we are leaving, in ms; to one that is alone nobody can send them elsewhere. */
const notice = config.role === 'web' ? 3_000 : 200;
/** How long requests under way get to be answered, in ms. */
const patience = 10_000;

export function startWeb(): Promise<Web> {
  const app = createApp();
  const counted = config.metricsPort === undefined ? app.fetch : measured(app);
  const answer = isTracing() ? tracing(app, counted) : counted;
  const fetch = async (request: Request, env: HttpBindings | Http2Bindings) => {
    const response = await answer(request, env);
    // Whoever asks next does so elsewhere, and not on a connection that is about to end.
    if (isDraining() && 'shouldKeepAlive' in env.outgoing) env.outgoing.shouldKeepAlive = false;
    return response;
  };
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: config.port, hostname: config.bindHost }, ({ port }: AddressInfo) => {
      server.off('error', reject);
      resolve({ port, drain: () => drain(server) });
    }) as Server;
    server.once('error', reject);
    server.requestTimeout = 60_000;
    server.headersTimeout = 20_000;
    server.keepAliveTimeout = 75_000;
  });
}

async function drain(server: Server): Promise<void> {
  setDraining();
  await new Promise((resolve) => setTimeout(resolve, notice));
  // A connection that falls idle later would be kept alive for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const giveUp = setTimeout(() => server.closeAllConnections(), patience);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearInterval(sweep);
  clearTimeout(giveUp);
}
