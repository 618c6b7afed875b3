/** S19: a backup is made while members publish, and restored into a new, empty server. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cli } from '../../support/cli.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { findDangling } from '../checkers/dangling.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import type { Journal } from '../journal.ts';
import { judge } from '../judge.ts';
import { publishDuring } from '../pace.ts';
import { hashAll, photo, uploadPhoto } from '../photos.ts';
import { quiesce } from '../quiescence.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

/** Many, so that some commit while the tables are read. */
const perSecond = 40;
const loadMs = 4_000;
const photos = 6;

export const backupUnderLoad: Scenario = {
  id: 'S19',
  name: 'a backup is made under load and restored into a new server',
  isShort: false,
  run: async (context) => {
    const folder = scratchFolder('backup');
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const fixture = await openFixture(context, { hosts: 4 });
    const { alpha, members, journal } = fixture;
    const urls: string[] = [];
    for (let n = 0; n < photos; n += 1) {
      const response = await uploadPhoto(members.eve, await photo(100));
      demand(response?.status === 201, `an upload answered ${response?.status}`);
      urls.push(response!.body.original, response!.body.small);
    }

    const file = join(folder, 'backup');
    let beganAt = 0;
    await publishDuring(context, fixture, perSecond, async () => {
      await sleep(loadMs);
      beganAt = performance.now();
      await alpha.cli('backup', file);
      context.progress(`the backup took ${Math.ceil(performance.now() - beganAt)} ms`);
      await sleep(loadMs / 2);
    });
    // What was on its way is delivered by the original server.
    await quiesce(alpha);
    const hashes = await hashAll(urls, alpha.origin, alpha.processes.port);
    forgetSince(journal, beganAt);

    await restore(context, fixture, file, join(folder, 'restored'));
    fault(fixture);
    const dangling = await findDangling(alpha);
    await publishDuring(context, fixture, perSecond, () => sleep(loadMs));
    const outcome = await judge(context, fixture);
    const restored = await hashAll(urls, alpha.origin, alpha.processes.port);
    const changed = urls.filter((url) => restored.get(url) !== hashes.get(url));
    return {
      ...outcome,
      lost: [...outcome.lost, ...dangling, ...changed.map((url) => `the photo ${url}: ${restored.get(url)}`)],
    };
  },
};

/** What was not acknowledged when the backup began may be in it or not. */
function forgetSince({ operations }: Journal, beganAt: number): void {
  for (const operation of operations)
    if (operation.endedAt > beganAt && operation.verdict === 'acknowledged') operation.verdict = 'unknown';
}

async function restore(context: ScenarioContext, { alpha }: Fixture, file: string, dataDir: string): Promise<void> {
  const { code } = await alpha.processes.stop();
  demand(code === 0, `the original server ended with ${code}`);
  await context.redis?.flush();
  const env = {
    DATA_DIR: dataDir,
    BASE_URL: alpha.origin,
    DATABASE_URL: '',
    REDIS_URL: context.redis?.url ?? '',
  };
  const restored = await cli(['restore', file], { env });
  demand(restored.code === 0, `restore ended with ${restored.code}: ${restored.stderr}`);
  context.progress(restored.stdout.trim().split('\n').at(-1)!);
  alpha.dataDir = dataDir;
  alpha.processes = await alpha.add('all', { DATA_DIR: dataDir });
  alpha.proxy.target = alpha.processes.port;
}
