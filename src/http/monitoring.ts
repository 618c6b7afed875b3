/** Health checks, metrics and traces of requests. */
import { access, constants } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { Gauge, Registry } from 'prom-client';
import { databaseUrl } from '../db/client.ts';
import { maxClockSkewMs, measureClockSkew, pendingMigrations, pingDatabase } from '../db/migrate.ts';
import { failuresToOpen } from '../db/sql/federation.ts';
import { countCircuits, countJobs, countOpenDeliveries } from '../db/sql/instance.ts';
import { db } from '../db/statement.ts';
import { type JobName, jobByName, queueNames } from '../jobs/catalogue.ts';
import { findRedisProblem } from '../jobs/redis.ts';
import { cacheValue } from '../lib/cache.ts';
import { config } from '../lib/config.ts';
import { countRequest } from '../lib/metrics.ts';
import { currentRequest } from '../lib/operation.ts';
import { isDraining } from '../lib/shutdown.ts';
import { hasSpace, measureDisk } from '../lib/storage/disk-space.ts';
import { traced } from '../lib/tracing/tracing.ts';
import { proxyStatusOf } from './client-address.ts';
import { baseHeaders } from './headers.ts';

// Collects Prometheus metrics: requests by route, jobs, deliveries, and circuit breakers

/** Counts requests by route, status and duration. Mount it first. */
export const countRequests: MiddlewareHandler = async (c, next) => {
  const startedAt = performance.now();
  await next();
  countRequest(c.req.method, matchedRoute(c), c.res.status, (performance.now() - startedAt) / 1_000);
};

/** Federation paths, which are not routes of the Hono application. */
const federationPaths = [
  /^\/(users\/)\d+(\/(?:inbox|outbox|followers|following|featured))?$/,
  /^\/(users\/)\d+\/(recipes|preparations|bakings|statuses)\//,
  /^\/(inbox|nodeinfo)(?:\/[\d.]+)?$/,
  /^\/(\.well-known\/(?:webfinger|nodeinfo|host-meta))$/,
  /^\/(@)[^/]+/,
];

/** Returns the pattern of the route, so that metrics never contain names or text from clients. */
function matchedRoute(c: Context): string {
  const found = matchedRoutes(c).find(({ path }) => path !== '/*')?.path;
  if (found) return found;
  for (const form of federationPaths) {
    const [whole, first, second] = form.exec(c.req.path) ?? [];
    if (whole) return `/${first}${second === undefined ? '' : `…${second.startsWith('/') ? '' : '/'}${second}`}`;
  }
  return 'other';
}

const shared = new Registry();
const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Gauge({ name: `potluck_${name}`, help, labelNames, registers: [shared] });

const oldest = gauge('oldest_due_job_seconds', 'Age of the oldest job that is due and not finished', ['queue']);
const jobs = gauge('jobs', 'Jobs that are not finished', ['queue', 'state']);
const deliveries = gauge('deliveries', 'Deliveries to inboxes of other servers that wait or failed', ['state']);
const circuits = gauge('circuits', 'Other servers, by the state of their circuit breaker', ['state']);

const sharedMetrics = cacheValue(5_000, async () => {
  await Promise.all([updateJobGauges(), updateDeliveryGauges(), updateCircuitGauges()]);
  return shared.metrics();
});

/** Returns the metrics that all processes share, read from the database at most every 5 s. */
export const readSharedMetrics = (): Promise<string> => sharedMetrics.get();

async function updateJobGauges(): Promise<void> {
  const rows = await countJobs(db);
  const queueOf = (job: string) => jobByName[job as JobName]?.queue ?? 'unknown';
  for (const queue of queueNames) {
    const queued = rows.filter(({ job }) => queueOf(job) === queue);
    oldest.set({ queue }, Math.max(0, ...queued.map(({ oldest_due }) => oldest_due)));
    for (const state of ['due', 'scheduled', 'dispatched', 'quarantined'] as const)
      jobs.set(
        { queue, state },
        queued.reduce((sum, row) => sum + row[state], 0),
      );
  }
}

async function updateDeliveryGauges(): Promise<void> {
  const [open] = await countOpenDeliveries(db);
  for (const state of ['pending', 'failed'] as const) deliveries.set({ state }, open![state]);
}

async function updateCircuitGauges(): Promise<void> {
  const rows = await countCircuits(db, failuresToOpen);
  for (const state of ['closed', 'half_open', 'open'])
    circuits.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
}

// Names and traces requests by route, never by URL, which may contain names

export const nameOfRequest = (c: Context): string => `${c.req.method} ${matchedRoute(c)}`;

export const traceRequests: MiddlewareHandler = (c, next) => {
  const { method } = c.req;
  const route = matchedRoute(c);
  const request = currentRequest();
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    ...(request && { 'potluck.request_id': request.id }),
  };
  const parent = request?.traceparent;
  return traced({ name: `${method} ${route}`, kind: 'server', attributes, parent }, async (note) => {
    await next();
    note({ 'http.response.status_code': c.res.status });
  });
};

// Serves the liveness and readiness checks

/** Serves `/livez`. `proxy` lets the doctor check the configuration of the reverse proxy. */
export function live(context: Context): Response {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  return json(200, { status: 'ok', proxy: proxyStatusOf(incoming) });
}

/**
 * Serves `/readyz` with the result of each check. A queue that is down, a clock that differs or a disk without room for
 * files is reported as `degraded` with status 200, because the server can still handle requests.
 */
export async function ready(): Promise<Response> {
  const [database, migrations, isWritable, disk, queue, clock] = await Promise.all([
    succeeds(pingDatabase()),
    succeeds(checkMigrations()),
    succeeds(checkDataFolder()),
    succeeds(checkSpace()),
    succeeds(checkQueue()),
    succeeds(checkClock()),
  ]);
  const isReady = !isDraining() && database && migrations && isWritable;
  const status = !isReady ? 'not ready' : disk && queue && clock ? 'ok' : 'degraded';
  const checks = { accepting: !isDraining(), database, migrations, disk: disk && isWritable, queue, clock };
  return json(isReady ? 200 : 503, { status, checks });
}

/** Fails without a byte left, where nothing can be saved. */
async function checkDataFolder(): Promise<void> {
  await access(config.dataDir, constants.W_OK);
  if ((await measureDisk()).freeBytes === 0) throw new Error('the disk is full');
}

async function checkSpace(): Promise<void> {
  if (!(await hasSpace())) throw new Error('the disk has no room for files');
}

async function checkQueue(): Promise<void> {
  const problem = config.redisUrl ? await findRedisProblem(config.redisUrl) : await pingDatabase();
  if (problem) throw new Error('Redis cannot be used');
}

async function checkClock(): Promise<void> {
  if ((await measureClockSkew()) > maxClockSkewMs) throw new Error('the clocks differ');
}

/** A running process gets no new migrations, so one successful check is enough. */
let upToDate = false;

async function checkMigrations(): Promise<void> {
  if (upToDate) return;
  const pending = await pendingMigrations(databaseUrl());
  if (pending.length > 0) throw new Error(`pending: ${pending.join(', ')}`);
  upToDate = true;
}

/** A check that takes longer than 3 s fails. */
function succeeds(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), 3_000);
  });
  const outcome = check.then(
    () => true,
    () => false,
  );
  return Promise.race([outcome, timeout]).finally(() => clearTimeout(timer));
}

function json(status: number, body: object): Response {
  const headers = { ...baseHeaders(), 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  if (status === 503) Object.assign(headers, { 'Retry-After': '5' });
  return new Response(JSON.stringify(body), { status, headers });
}
