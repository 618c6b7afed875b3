/** Gives each request an id, and a log line to each that is refused or fails, or to all with `ACCESS_LOG=on`. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { config } from '../lib/config.ts';
import { DomainError, explain } from '../lib/errors.ts';
import { log } from '../lib/log.ts';
import { asOperation, type CurrentRequest } from '../lib/operation.ts';
import { isFromTrustedProxy } from './client-address.ts';

/** Names the route of a request. */
type RouteName = (c: Context) => string;

/** Mount it first. Everything that handles the request knows its id and, by `nameOf`, what it is for. */
export const followRequests =
  (nameOf: RouteName): MiddlewareHandler =>
  (c, next) => {
    const { incoming, outgoing } = (c.env ?? {}) as { incoming?: IncomingMessage; outgoing?: ServerResponse };
    const request = identifyRequest(incoming);
    // Other than on the response, a header costs little here.
    if (outgoing?.headersSent === false) outgoing.setHeader('X-Request-Id', request.id);
    const startedAt = performance.now();
    return asOperation(
      () => nameOf(c),
      async () => {
        await next();
        // The client is gone and gets no answer. What closed its connection has its own line.
        if (outgoing?.destroyed) return;
        logRequest(c, request, performance.now() - startedAt);
      },
      request,
    );
  };

const requestId = /^[\w.:=+/@-]{1,128}$/;
/** W3C Trace Context, without the ids of zeros that it forbids. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id of a trusted proxy: its `X-Request-Id`, or else the trace of its `traceparent`. Others get a new one. */
export function identifyRequest(incoming: IncomingMessage | undefined): CurrentRequest {
  const given = String(incoming?.headers['x-request-id'] ?? '');
  const parent = String(incoming?.headers.traceparent ?? '');
  if ((!given && !parent) || !isFromTrustedProxy(incoming)) return { id: randomUUID(), traceparent: null };
  const traceId = traceparent.exec(parent)?.[1];
  const id = requestId.test(given) ? given : (traceId ?? randomUUID());
  return { id, traceparent: traceId === undefined ? null : parent };
}

/** What follows these is as good as a password. */
const secretSegment = /^\/(media|unsubscribe|shopping-list\/shared)\/[^/]+/;
const maxPathLength = 300;

/** Without the query, which may contain tokens. */
export const loggedPath = (path: string): string =>
  path.replace(secretSegment, '/$1/[redacted]').slice(0, maxPathLength);

function logRequest(c: Context, { failure }: CurrentRequest, ms: number): void {
  const { status } = c.res;
  if (status < 400 && !config.accessLog) return;
  const line = {
    method: c.req.method,
    path: loggedPath(c.req.path),
    status,
    ms: Math.round(ms),
    ...(status >= 400 && reasonOf(failure)),
  };
  if (status < 400) log.info(line, 'request');
  else if (status < 500) log.info(line, 'request refused');
  else if (status === 503) log.warn(line, 'request failed');
  else log.error(line, 'request failed');
}

const maxReasonLength = 300;

function reasonOf(failure: unknown): object {
  if (failure === undefined) return {};
  if (typeof failure === 'string') return { reason: failure };
  if (!(failure instanceof DomainError)) return { err: failure };
  return { code: failure.code, reason: explain(failure).slice(0, maxReasonLength) };
}
