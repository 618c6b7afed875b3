/** The command line on the embedded PostgreSQL, with and without a running server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import { startChild, stopChild } from '../support/child.ts';
import { cli, cliJson } from '../support/cli.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { scratchFolder } from '../support/scratch.ts';

test('a stopped database is started for the command and stopped after it; a running one keeps running', async () => {
  const dataDir = join(scratchFolder('cli', inject('testServer').folder), 'data');
  const env = { DATABASE_URL: '', DATA_DIR: dataDir };
  await copyPreparedCluster(dataDir);

  expect(await cliJson(['account', 'create', 'ann'], { env })).toMatchObject({ name: 'ann' });
  expect(await findEmbedded(dataDir)).toBeNull();

  const { child, response } = await startChild<{ url: string }>('embedded', dataDir);
  try {
    expect((await cli(['account', 'list'], { env })).stdout).toContain('ann');
    expect(await findEmbedded(dataDir)).toBe(response.url);

    // Without DATA_DIR, the command would write where no server reads.
    const elsewhere = scratchFolder('elsewhere', inject('testServer').folder);
    const unnamed = { env: { DATABASE_URL: '', DATA_DIR: '' }, cwd: elsewhere };
    for (const words of [['account', 'create', 'bo'], ['migrate']]) {
      const refused = await cli(words, unnamed);
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain(`There is no database in ${join(elsewhere, 'data')}`);
      expect(refused.stderr).toContain(dataDir);
    }
    expect(existsSync(join(elsewhere, 'data'))).toBe(false);
  } finally {
    await stopChild(child);
  }
  expect(await findEmbedded(dataDir)).toBeNull();
});
