/** Collects Prometheus metrics: requests by route, jobs, deliveries, and circuit breakers. */
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { Gauge, Registry } from 'prom-client';
import { failuresToOpen } from '../db/sql/federation.ts';
import { countCircuits, countDeliveries, countJobs } from '../db/sql/instance.ts';
import { db } from '../db/statement.ts';
import { type JobName, jobByName, queueNames } from '../jobs/catalogue.ts';
import { countRequest } from '../lib/metrics.ts';

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
export function matchedRoute(c: Context): string {
  const found = matchedRoutes(c).find(({ path }) => path !== '/*')?.path;
  if (found) return found;
  for (const form of federationPaths) {
    const [whole, first, second] = form.exec(c.req.path) ?? [];
    if (whole)
      return `/${first}${second === undefined ? '' : `…${second.startsWith('/') ? '' : '/'}${second}`}`;
  }
  return 'other';
}

const shared = new Registry();
const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Gauge({ name: `potluck_${name}`, help, labelNames, registers: [shared] });

const oldest = gauge('oldest_due_job_seconds', 'Age of the oldest job that is due and not finished', [
  'queue',
]);
const jobs = gauge('jobs', 'Jobs that are not finished', ['queue', 'state']);
const deliveries = gauge('deliveries', 'Activities to be delivered to inboxes of other servers', ['state']);
const circuits = gauge('circuits', 'Other servers, by the state of their circuit breaker', ['state']);

const cacheTtlMs = 5_000;
let cached = { at: Number.NEGATIVE_INFINITY, text: '' };

/** Returns the metrics that all processes share, read from the database at most every 5 s. */
export async function readSharedMetrics(): Promise<string> {
  if (performance.now() - cached.at < cacheTtlMs) return cached.text;
  await Promise.all([updateJobGauges(), updateDeliveryGauges(), updateCircuitGauges()]);
  cached = { at: performance.now(), text: await shared.metrics() };
  return cached.text;
}

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
  const rows = await countDeliveries(db);
  for (const state of ['pending', 'delivered', 'failed'])
    deliveries.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
}

async function updateCircuitGauges(): Promise<void> {
  const rows = await countCircuits(db, failuresToOpen);
  for (const state of ['closed', 'half_open', 'open'])
    circuits.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
}
