/** Runs PostgreSQL for one test run and cleans up when the pipe to the run closes, even if the run was killed. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findEmbedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { createTemplate, dropDatabases } from './database.ts';
import { scratchFolder } from './scratch.ts';
import { grantTestRights, superuserUrl } from './superuser.ts';

const [prefix = '', given] = process.argv.slice(2);
const folder = scratchFolder('run');
const closed = new Promise((resolve) => process.stdin.resume().once('close', resolve));

try {
  // Durability is not needed; several servers with 40 connections each run at once. Their small databases are in the
  // page cache, so reading takes no processes, and none lives long enough to be vacuumed.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_connections: '500',
    io_method: 'sync',
    autovacuum: 'off',
  };
  const embedded = given ? null : await startEmbedded(folder, { settings });
  const url = given ?? embedded!.url;
  const server = { url, adminUrl: given ?? superuserUrl(url, folder), prefix, folder };
  try {
    if (!given) await grantTestRights(server.adminUrl, url);
    await createTemplate(server);
    process.stdout.write(`${JSON.stringify(server)}\n`);
    await closed;
  } finally {
    await (embedded ? embedded.stop() : dropDatabases(server));
  }
} finally {
  await stopOrphans();
  rmSync(folder, { recursive: true, force: true });
}

/** Tests of the embedded PostgreSQL start their own in sibling folders. */
async function stopOrphans(): Promise<void> {
  const homes = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(({ name }) => name === 'postmaster.pid')
    .map(({ parentPath }) => join(parentPath, '../..'));
  for (const home of homes) {
    if (await findEmbedded(home)) await (await startEmbedded(home)).stop();
  }
}
