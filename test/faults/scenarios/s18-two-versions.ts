/** S18: the next version migrates the database and works beside the old one, which then ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '../../support/balancer.ts';
import type { ServerProcesses } from '../../support/server-processes.ts';
import { query } from '../database.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { publishingLoad } from '../load.ts';
import { copyAsNextVersion } from '../next-version.ts';
import { atPace, findRetried } from '../pace.ts';
import { openPlainClient } from '../plain-client.ts';
import { startPostgres } from '../postgres-process.ts';
import type { Scenario } from '../scenario.ts';

const requestsPerSecond = 40;
/** One of so many requests writes, the others read. */
const readsPerWrite = 4;
const besideMs = 4_000;
const paths = ['/timeline', '/recipes', '/statuses', '/timelines/public', '/accounts/ann', '/notifications'];

export const twoVersions: Scenario = {
  id: 'S18',
  name: 'the next version migrates beside the running one, under load',
  isShort: false,
  run: async (context) => {
    const next = copyAsNextVersion();
    context.onEnd(next.remove);
    const postgres = await startPostgres();
    const fixture = await openFixture(context, { hosts: 4, databaseUrl: postgres.url, env: { ROLE: 'web' } });
    const { alpha, members } = fixture;
    const balancer = await startBalancer();
    const oldWeb = alpha.processes;
    const running: ServerProcesses[] = [oldWeb];
    const add = async (role: 'web' | 'worker', checkout?: string) => {
      const started = await alpha.add(role, {}, { checkout });
      running.push(started);
      if (role === 'web') balancer.targets.add(started.port);
      return started;
    };
    context.onEnd(async () => {
      await Promise.all(running.map((one) => one.stop()));
      balancer.stop();
      await postgres.stop();
    });
    balancer.targets.add(oldWeb.port);
    const oldWorker = await add('worker');
    alpha.proxy.target = balancer.port;
    await sleep(1_000);

    const reader = openPlainClient(alpha, members.cy, () => balancer.port);
    const write = publishingLoad(fixture, context.random);
    const operation = (n: number) => (n % readsPerWrite === 0 ? write(n) : reader.read(paths[n % paths.length]!));
    await atPace(requestsPerSecond, operation, async () => {
      await sleep(besideMs);
      await add('web', next.folder);
      demand(await isMigrated(fixture, next.migration), 'the next version did not migrate');
      fault(fixture);
      context.progress('the next version has migrated and serves');
      await sleep(besideMs);
      await add('worker', next.folder);
      // A process of the old version that dies during an upgrade is started again.
      const again = await add('worker');
      context.progress('workers of both versions work');
      await sleep(besideMs);
      for (const old of [again, oldWorker, oldWeb]) {
        const { code } = await old.stop();
        demand(code === 0, `a process of the old version ended with ${code}`);
      }
      fault(fixture);
      context.progress('the old version has ended');
      await sleep(besideMs);
    });
    reader.close();
    context.progress(`${reader.answered()} reads were answered`);

    alpha.processes = running.find((one) => one !== oldWeb && one.running())!;
    const outcome = await judge(context, fixture);
    const failed = [...reader.failed, ...findRetried(fixture, 'the upgrade was orderly')];
    return { ...outcome, lost: [...outcome.lost, ...failed] };
  },
};

async function isMigrated({ alpha }: Fixture, migration: string): Promise<boolean> {
  const rows = await query(alpha, `SELECT 1 FROM _prisma_migrations WHERE migration_name = $1`, [migration]);
  return rows.length === 1;
}
