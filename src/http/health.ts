/** Tells supervisors whether this process lives, and whether it should get requests. */
import { access, constants } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { databaseUrl } from '../db/client.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { clockDifference, maxClockDifference, reachDatabase } from '../db/requirements.ts';
import { findRedisProblem } from '../jobs/reachable.ts';
import { config } from '../lib/config.ts';
import { isDraining } from '../lib/draining.ts';
import { wayOf } from './client-address.ts';
import { baseHeaders } from './headers.ts';

/** The event loop turns; by which way the question came tells the doctor whether the proxy in front is set up well. */
export function live(context: Context): Response {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  return answer(200, { status: 'ok', way: wayOf(incoming) });
}

/**
 * 503 names what is wrong. Without its queue, or with a clock that runs apart from the database's, a server still does
 * what it is asked: that is told, and is no reason to ask nobody. Migrations are only looked for until none is pending,
 * for a running process gets no new ones.
 */
export async function ready(): Promise<Response> {
  const [database, migrations, disk, queue, clock] = await Promise.all([
    holds(reachDatabase()),
    holds(migrated()),
    holds(access(config.dataDir, constants.W_OK)),
    holds(queueAnswers()),
    holds(clocksAgree()),
  ]);
  const vital = { accepting: !isDraining(), database, migrations, disk };
  const isReady = Object.values(vital).every(Boolean);
  const status = !isReady ? 'not ready' : queue && clock ? 'ok' : 'degraded';
  return answer(isReady ? 200 : 503, { status, checks: { ...vital, queue, clock } });
}

async function queueAnswers(): Promise<void> {
  const wrong = config.redisUrl ? await findRedisProblem(config.redisUrl) : await reachDatabase();
  if (wrong) throw new Error(wrong);
}

async function clocksAgree(): Promise<void> {
  if ((await clockDifference()) > maxClockDifference) throw new Error('the clocks differ');
}

let upToDate = false;

async function migrated(): Promise<void> {
  if (upToDate) return;
  const pending = await pendingMigrations(databaseUrl());
  if (pending.length > 0) throw new Error(`pending: ${pending.join(', ')}`);
  upToDate = true;
}

/** No answer within 3 s counts as no. */
function holds(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), 3_000);
  });
  const checked = check.then(
    () => true,
    () => false,
  );
  return Promise.race([checked, late]).finally(() => clearTimeout(timer));
}

function answer(status: number, body: object): Response {
  const headers = { ...baseHeaders(), 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  if (status === 503) Object.assign(headers, { 'Retry-After': '5' });
  return new Response(JSON.stringify(body), { status, headers });
}
