/** Runs the web server until it is drained. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { createApp } from '../app.ts';
import { discardUnread } from '../http/body.ts';
import { withCompression } from '../http/content-encoding.ts';
import { loggedPath } from '../http/request-log.ts';
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

// Ends requests whose body comes too slowly. A whole photo may take minutes, but a drip must not hold a connection

/** At least so many bytes must come in each window, about 2 kB/s. Silence ends with the window, too. */
interface Pace {
  windowMs: number;
  minBytes: number;
}

const defaultPace: Pace = { windowMs: 30_000, minBytes: 64 * 1_024 };

/** Answers 408 and closes the connection if a window of the body has fewer bytes. Costs nothing without a body. */
function endSlowBody(incoming: IncomingMessage, outgoing: ServerResponse, pace = defaultPace): void {
  const { headers, socket } = incoming;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody || incoming.complete) return;

  const startedAt = performance.now();
  let read = socket.bytesRead;
  let isWaitingForUs = false;
  const timer = setInterval(() => {
    const came = socket.bytesRead - read;
    read = socket.bytesRead;
    // The server itself does not read on, because it is busy. It may have begun again at the end of the window.
    const wasWaitingForUs = isWaitingForUs;
    isWaitingForUs = incoming.readableLength >= incoming.readableHighWaterMark;
    if (incoming.complete || came >= pace.minBytes || isWaitingForUs || wasWaitingForUs) return;
    clearInterval(timer);
    refuseSlowBody(incoming, outgoing, performance.now() - startedAt);
  }, pace.windowMs);
  timer.unref();
  incoming.once('close', () => clearInterval(timer));
}

function refuseSlowBody({ method, url = '', socket }: IncomingMessage, outgoing: ServerResponse, ms: number): void {
  const line = {
    request: outgoing.getHeader('X-Request-Id'),
    method,
    path: loggedPath(url.replace(/\?.*/s, '')),
    status: 408,
    ms: Math.round(ms),
    reason: 'the body came too slowly',
  };
  log.info(line, 'request refused');
  if (!outgoing.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}
