/** S19: a backup is made while members publish, and restored into a new, empty server. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cli } from '../../support/cli.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { findDangling } from '../checkers/dangling.ts';
import { demand } from '../demand.ts';
import type { Journal } from '../journal.ts';
import { judge } from '../judge.ts';
import { publishDuring } from '../pace.ts';
import { hashAll, photo, uploadPhoto } from '../photos.ts';
import { quiesce } from '../quiescence.ts';
import type { Scenario, Stage } from '../scenario.ts';
import { fault, openWorld, type World } from '../world.ts';

/** Many, so that some commit while the tables are read. */
const perSecond = 40;
const loadMs = 4_000;
const photos = 6;

export const backupUnderLoad: Scenario = {
  id: 'S19',
  name: 'a backup is made under load and restored into a new server',
  isShort: false,
  run: async (stage) => {
    const folder = scratchFolder('backup');
    stage.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const world = await openWorld(stage, { hosts: 4 });
    const { alpha, members, journal } = world;
    const urls: string[] = [];
    for (let n = 0; n < photos; n += 1) {
      const answer = await uploadPhoto(members.eve, await photo(100));
      demand(answer?.status === 201, `an upload answered ${answer?.status}`);
      urls.push(answer!.body.original, answer!.body.small);
    }

    const file = join(folder, 'backup');
    let beganAt = 0;
    await publishDuring(stage, world, perSecond, async () => {
      await sleep(loadMs);
      beganAt = performance.now();
      await alpha.cli('backup', file);
      stage.progress(`the backup took ${Math.ceil(performance.now() - beganAt)} ms`);
      await sleep(loadMs / 2);
    });
    // What was on its way is delivered by the original server.
    await quiesce(alpha);
    const hashes = await hashAll(urls, alpha.origin, alpha.processes.port);
    forgetSince(journal, beganAt);

    await restore(stage, world, file, join(folder, 'restored'));
    fault(world);
    const dangling = await findDangling(alpha);
    await publishDuring(stage, world, perSecond, () => sleep(loadMs));
    const outcome = await judge(stage, world);
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

async function restore(stage: Stage, { alpha }: World, file: string, dataDir: string): Promise<void> {
  const { code } = await alpha.processes.stop();
  demand(code === 0, `the original server ended with ${code}`);
  await stage.redis?.flush();
  const env = {
    DATA_DIR: dataDir,
    BASE_URL: alpha.origin,
    DATABASE_URL: '',
    REDIS_URL: stage.redis?.url ?? '',
  };
  const restored = await cli(['restore', file], { env });
  demand(restored.code === 0, `restore ended with ${restored.code}: ${restored.stderr}`);
  stage.progress(restored.stdout.trim().split('\n').at(-1)!);
  alpha.dataDir = dataDir;
  alpha.processes = await alpha.add('all', { DATA_DIR: dataDir });
  alpha.proxy.target = alpha.processes.port;
}
