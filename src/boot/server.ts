/** Prepares a database that has started, says where the server is, and runs the web server and the metrics. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { connect, disconnect } from '../db/client.ts';
import type { Embedded } from '../db/embedded/embedded.ts';
import { checkDatabase, migrate } from '../db/migrate.ts';
import { selectTokens } from '../db/sql/access.ts';
import { selectHasAccountWithoutLanguage } from '../db/sql/accounts.ts';
import { selectEventable } from '../db/sql/items.ts';
import { db } from '../db/statement.ts';
import { verifySecret } from '../domain/accounts/keys.ts';
import { ensureInstanceActor } from '../domain/accounts/register.ts';
import { claimOrigin, isSetUp, renewSetupToken, setupLink } from '../domain/instance/instance.ts';
import { loadLanguageDetector } from '../domain/items/eventable.ts';
import { createStatus } from '../domain/statuses/statuses.ts';
import { readSharedMetrics } from '../http/monitoring.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import { memoryPlan } from '../lib/memory.ts';
import { readMetrics, startMetrics, toText } from '../lib/metrics.ts';
import type { Web } from './web.ts';
import type { Workers } from './workers.ts';

export { startWeb } from './web.ts';
export { disconnect };

/** A database that has started: the embedded one, or an external one, which nothing here stops. */
export type Database = Pick<Embedded, 'url' | 'restartOnExit' | 'stop'>;

/**
 * Applies migrations and connects.
 * @throws DatabaseRefusal, OriginChanged or WrongSecret, whose message names the remedy
 */
export async function openDatabase(database: Database): Promise<void> {
  try {
    const applied = await migrate(database.url);
    if (applied.length > 0) log.info({ migrations: applied }, 'applied database migrations');
    connect(database.url, { max: memoryPlan().connections.web, min: memoryPlan().connections.kept });
    await checkDatabase();
    await claimOrigin();
    await verifySecret();
    await ensureInstanceActor();
    database.restartOnExit();
  } catch (error) {
    await database.stop();
    throw error;
  }
}

// Prints the URLs and settings: as text for a person, in production as a line of the log

/** @param port where the web server listens. Undefined for a worker. */
export const printStartup = (port: number | undefined): Promise<void> =>
  config.production && !process.stdout.isTTY ? logStartup(port) : printText(port);

/** Logs are collected and shown to many, so the set-up link is not among them. */
async function logStartup(port: number | undefined): Promise<void> {
  const line = {
    database: config.databaseUrl ? 'external' : 'embedded',
    queue: config.redisUrl ? 'Redis' : 'PostgreSQL',
    federation: config.federates ? 'on' : 'off: set BASE_URL to the public https origin before you publish anything',
  };
  if (port === undefined) return log.info(line, 'Potluck’s worker is ready');
  const address = `http://${config.bindHost}:${port}`;
  const setup = { setup: 'the command "setup-link" prints the link that creates the first administrator' };
  log.info(
    { origin: config.baseUrl, listening: address, ...line, ...((await isSetUp()) ? {} : setup) },
    'Potluck is ready',
  );
}

async function printText(port: number | undefined): Promise<void> {
  const lines = ['', `Potluck is ready at ${config.baseUrl}`];
  if (port === undefined) lines[1] = 'Potluck’s worker is ready';
  else {
    lines.push(`  listening   http://${config.bindHost}:${port}${hintForOrigin(port)}`);
    lines.push(`  API docs    ${config.baseUrl}/api/docs`);
    const token = await renewSetupToken();
    if (token) lines.push(`  set-up      ${setupLink(token)}  (works once, creates the first administrator)`);
  }
  lines.push(`  database    ${config.databaseUrl ? 'external' : `embedded, in ${config.dataDir}`}`);
  lines.push(`  queue       ${config.redisUrl ? 'Redis' : 'PostgreSQL'}`);
  if (!config.federates) {
    lines.push('', 'Federation is off while the origin is localhost.');
    lines.push('Set BASE_URL to the public https origin before you publish anything.');
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** Without a proxy nobody listens where the links lead, if only PORT was set. */
function hintForOrigin(port: number): string {
  const { port: statedPort } = new URL(config.baseUrl);
  const isElsewhere = !config.federates && Number(statedPort || 80) !== port;
  return isElsewhere ? `  (the links below lead to another port: set BASE_URL=http://localhost:${port})` : '';
}

// Reads a page and publishes a post that nobody ever sees, so that the first ones are as quick as the others

class RolledBack extends Error {}

/** All of it is rolled back. Plans and compiled code remain. Never throws. */
export async function warmUp(web: Web): Promise<void> {
  try {
    await visit(web);
    await selectTokens(db, []);
    const { id } = await ensureInstanceActor();
    await publishAndRollBack(id);
    await selectEventable(db, id, null, 0);
    const [row] = await selectHasAccountWithoutLanguage(db);
    if (row?.found) await loadLanguageDetector();
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'the first requests could not be prepared');
  }
}

/** Compiles the routes and the page of a visitor. */
async function visit({ address, port }: Web): Promise<void> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  const request = get({ host, port, path: '/', headers: { host: new URL(config.baseUrl).host } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
}

async function publishAndRollBack(accountId: number): Promise<void> {
  const draft = {
    content: 'Hello',
    visibility: null,
    locale: null,
    sensitive: false,
    spoilerText: '',
    inReplyToId: null,
  };
  const rollBack = async () => {
    throw new RolledBack();
  };
  await createStatus(accountId, draft, rollBack).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

// Serves the metrics of all processes on a separate port, which must not be public

/** Does nothing without METRICS_PORT. */
export async function serveMetrics(workers: () => Workers | undefined): Promise<void> {
  if (config.metricsPort === undefined) return;
  startMetrics(config.role === 'worker' ? 'keeper' : 'web');

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    readAll(workers()).then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      (error: Error) => {
        log.warn({ error: error.message }, 'the metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.metricsPort, config.bindHost, () => resolve());
  });
  server.on('error', (error) => log.error({ error: error.message }, 'the server of metrics has a problem'));
  server.unref();
}

async function readAll(workers: Workers | undefined): Promise<string> {
  const [own, worker, shared] = await Promise.all([
    readMetrics(),
    workers?.readMetrics(),
    // Process metrics are served even if the database is unavailable.
    readSharedMetrics().catch(() => ''),
  ]);
  return `${await toText(worker ? [own, worker] : [own])}\n${shared}`;
}
