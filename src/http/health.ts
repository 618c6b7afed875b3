/** Serves the liveness and readiness checks. */
import { access, constants } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { databaseUrl } from '../db/client.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { maxClockSkewMs, measureClockSkew, pingDatabase } from '../db/requirements.ts';
import { findRedisProblem } from '../jobs/queues.ts';
import { config } from '../lib/config.ts';
import { isDraining } from '../lib/draining.ts';
import { proxyStatusOf } from './client-address.ts';
import { baseHeaders } from './headers.ts';

/** Serves `/livez`. `proxy` lets the doctor check the configuration of the reverse proxy. */
export function live(context: Context): Response {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  return json(200, { status: 'ok', proxy: proxyStatusOf(incoming) });
}

/**
 * Serves `/readyz` with the result of each check. A queue that is down or a clock that differs is reported as `degraded`
 * with status 200, because the server can still handle requests.
 */
export async function ready(): Promise<Response> {
  const [database, migrations, disk, queue, clock] = await Promise.all([
    succeeds(pingDatabase()),
    succeeds(checkMigrations()),
    succeeds(access(config.dataDir, constants.W_OK)),
    succeeds(checkQueue()),
    succeeds(checkClock()),
  ]);
  const vital = { accepting: !isDraining(), database, migrations, disk };
  const isReady = Object.values(vital).every(Boolean);
  const status = !isReady ? 'not ready' : queue && clock ? 'ok' : 'degraded';
  return json(isReady ? 200 : 503, { status, checks: { ...vital, queue, clock } });
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
