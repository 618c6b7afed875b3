/** What whoever watches this server is told: requests by route, jobs, deliveries, other servers. */
import type { Hono } from 'hono';
import { Gauge, Registry } from 'prom-client';
import { failuresToOpen } from '../db/sql/hosts.ts';
import { countCircuits, countDeliveries, countJobs } from '../db/sql/metrics.ts';
import { db } from '../db/statement.ts';
import { type JobName, jobByName } from '../jobs/catalogue.ts';
import { queueNames } from '../jobs/define.ts';
import { countRequest } from '../lib/metrics.ts';

/** The same application, whose requests are counted. */
export function measured(app: Hono): Hono['fetch'] {
  return async (request, ...rest) => {
    const began = performance.now();
    const response = await app.fetch(request, ...rest);
    const { pathname } = new URL(request.url);
    const route = routeOf(app, request.method, pathname);
    countRequest(request.method, route, response.status, (performance.now() - began) / 1_000);
    return response;
  };
}

/** Of what is no route of the application's own, as federation is. */
const others = [
  /^\/(users\/)\d+(\/(?:inbox|outbox|followers|following|featured))?$/,
  /^\/(users\/)\d+\/(recipes|preparations|bakings|statuses)\//,
  /^\/(inbox|nodeinfo)(?:\/[\d.]+)?$/,
  /^\/(\.well-known\/(?:webfinger|nodeinfo|host-meta))$/,
  /^\/(@)[^/]+/,
];

/** A pattern: never what strangers wrote. */
export function routeOf(app: Hono, method: string, path: string): string {
  const [matches] = app.router.match(method, path);
  const found = matches.map(([[, { path: pattern }]]) => pattern).find((pattern) => pattern !== '/*');
  if (found) return found;
  for (const form of others) {
    const [whole, first, second] = form.exec(path) ?? [];
    if (whole)
      return `/${first}${second === undefined ? '' : `…${second.startsWith('/') ? '' : '/'}${second}`}`;
  }
  return 'other';
}

const shared = new Registry();
const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Gauge({ name: `potluck_${name}`, help, labelNames, registers: [shared] });

const oldest = gauge('oldest_due_job_seconds', 'Age of the oldest job that is due and not done', ['queue']);
const jobs = gauge('jobs', 'Jobs promised and not done', ['queue', 'state']);
const deliveries = gauge('deliveries', 'Activities for inboxes of other servers', ['state']);
const circuits = gauge('circuits', 'Other servers, by whether we speak with them', ['state']);

/** How long, in ms, what was counted is told again. */
const freshness = 5_000;
let counted = { at: Number.NEGATIVE_INFINITY, text: '' };

/** What all processes of this server share, as the database has it. */
export async function readSharedMetrics(): Promise<string> {
  if (performance.now() - counted.at < freshness) return counted.text;
  await Promise.all([lookAtJobs(), lookAtDeliveries(), lookAtCircuits()]);
  counted = { at: performance.now(), text: await shared.metrics() };
  return counted.text;
}

async function lookAtJobs(): Promise<void> {
  const rows = await countJobs(db);
  const queueOf = (job: string) => jobByName[job as JobName]?.queue ?? 'unknown';
  for (const queue of queueNames) {
    const here = rows.filter(({ job }) => queueOf(job) === queue);
    oldest.set({ queue }, Math.max(0, ...here.map(({ oldest_due }) => oldest_due)));
    for (const state of ['due', 'scheduled', 'offered', 'quarantined'] as const)
      jobs.set(
        { queue, state },
        here.reduce((sum, row) => sum + row[state], 0),
      );
  }
}

async function lookAtDeliveries(): Promise<void> {
  const rows = await countDeliveries(db);
  for (const state of ['pending', 'delivered', 'failed'])
    deliveries.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
}

async function lookAtCircuits(): Promise<void> {
  const rows = await countCircuits(db, failuresToOpen);
  for (const state of ['closed', 'half_open', 'open'])
    circuits.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
}
