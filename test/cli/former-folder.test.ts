/** A data folder made before the owner role existed: the server takes it over, and its backups can be restored. */
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import { root } from '../support/built-server.ts';
import { cliJson } from '../support/cli.ts';
import { makeFormerCluster, query } from '../support/former-cluster.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/server-processes.ts';

interface Saved {
  rows: Record<string, number>;
}

const folder = scratchFolder('former', inject('testServer').folder);
const settings = (changes: Record<string, string>) =>
  ({
    ...process.env,
    DATABASE_URL: '',
    BASE_URL: 'http://localhost:3000',
    NODE_ENV: 'development',
    PORT: '0',
    ...changes,
  }) as Record<string, string>;

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
    const url = env.DATABASE_URL || (await findEmbedded(env.DATA_DIR!))!;
    await expect
      .poll(() => query(url, 'SELECT count(*)::int AS waiting FROM event WHERE fanned_out_at IS NULL'))
      .toEqual([{ waiting: 0 }]);
  } finally {
    await server.stop();
  }
}

test('a former data folder works as before, and so do backups made before and after', async () => {
  const env = settings({ DATA_DIR: join(folder, 'data') });
  const formerBackup = join(folder, 'former.backup');
  let token = '';
  let before: Saved | undefined;
  await makeFormerCluster(env.DATA_DIR!, async (url) => {
    const former = { ...env, DATABASE_URL: url };
    await cliJson(['account', 'create', 'ann'], { env: former });
    const created = await cliJson<{ token: string }>(['token', 'create', '--account', 'ann', '--scope', 'read write'], {
      env: former,
    });
    token = created.token;
    await publish(former, token, 'Before');
    before = await cliJson<Saved>(['backup', formerBackup], { env: former });
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
