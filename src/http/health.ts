/** Tells supervisors whether this process lives, and whether it should get requests. */
import { access, constants } from 'node:fs/promises';
import { databaseUrl } from '../db/client.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { reachDatabase } from '../db/requirements.ts';
import { config } from '../lib/config.ts';
import { isDraining } from '../lib/draining.ts';
import { baseHeaders } from './headers.ts';

/** The event loop turns. */
export function live(): Response {
  return answer(200, { status: 'ok' });
}

/** 503 names what is wrong. Migrations are only looked for until none is pending: a running process gets no new ones. */
export async function ready(): Promise<Response> {
  const checks: Record<string, boolean> = {
    accepting: !isDraining(),
    database: await holds(reachDatabase()),
    migrations: await holds(migrated()),
    disk: await holds(access(config.dataDir, constants.W_OK)),
  };
  const healthy = Object.values(checks).every(Boolean);
  return answer(healthy ? 200 : 503, { status: healthy ? 'ok' : 'not ready', checks });
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
