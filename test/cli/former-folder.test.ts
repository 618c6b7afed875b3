/** A data folder made before the owner role existed: the server takes it over, and its backups can be restored. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ensureInstanceActor, register } from '../../src/domain/accounts/register.ts';
import { claimOrigin } from '../../src/domain/instance/instance.ts';
import { openQueues } from '../../src/jobs/queues.ts';
import { config } from '../../src/lib/config.ts';
import { as, tokenOf } from '../support/as.ts';
import { root } from '../support/built-server.ts';
import { cliJson } from '../support/cli.ts';
import { drain } from '../support/drain.ts';
import { makeFormerCluster, query } from '../support/former-cluster.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/server-processes.ts';
import { isFull } from '../support/test-length.ts';

interface Saved {
  rows: Record<string, number>;
}

const folder = scratchFolder('former', inject('testServer').folder);
const settings = (changes: Record<string, string>) =>
  ({ ...process.env, DATABASE_URL: '', PORT: '0', ...changes }) as Record<string, string>;

/** Stores in a database what a server does. Returns a token. */
async function fill(url: string): Promise<string> {
  await migrate(url);
  await (await openQueues(url)).close();
  connect(url);
  try {
    await claimOrigin();
    await ensureInstanceActor();
    const ann = await register({ username: 'ann' });
    expect((await as(ann).post('/statuses', { content: 'Before' })).status).toBe(201);
    await drain();
    return await tokenOf(ann);
  } finally {
    await disconnect();
  }
}

/** Publishes on a server of its own, and waits until its worker has done what follows. */
async function publish(env: Record<string, string>, token: string, content: string): Promise<void> {
  const server = await startServer(root, env, []);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/statuses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    });
    expect(response.status).toBe(201);
    const url = (await findEmbedded(env.DATA_DIR!))!;
    await expect
      .poll(() => query(url, 'SELECT count(*)::int AS waiting FROM event WHERE fanned_out_at IS NULL'))
      .toEqual([{ waiting: 0 }]);
  } finally {
    await server.stop();
  }
}

test.runIf(isFull)('a former data folder works as before, and so do backups made before and after', async () => {
  const env = settings({ DATA_DIR: join(folder, 'data') });
  const formerBackup = join(folder, 'former.backup');
  let token = '';
  let before: Saved | undefined;
  await makeFormerCluster(env.DATA_DIR!, async (url) => {
    token = await fill(url);
    // The keys of the account are encrypted with the secret of this process.
    copyFileSync(join(config.dataDir, 'secret'), join(env.DATA_DIR!, 'secret'));
    before = await cliJson<Saved>(['backup', formerBackup], { env: { ...env, DATABASE_URL: url } });
  });

  await publish(env, token, 'After');
  const backup = join(folder, 'latter.backup');
  const after = await cliJson<Saved>(['backup', backup], { env });
  expect(after.rows.eventable).toBe(before!.rows.eventable! + 1);

  const restored = settings({ DATA_DIR: join(folder, 'restored') });
  expect(await cliJson<Saved>(['restore', formerBackup], { env: restored })).toMatchObject({
    rows: before!.rows,
  });

  await publish(restored, token, 'Restored');
  const latter = settings({ DATA_DIR: join(folder, 'latter') });
  expect(await cliJson<Saved>(['restore', backup], { env: latter })).toMatchObject({ rows: after.rows });
});
