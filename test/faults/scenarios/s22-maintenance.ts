/** S22: commands run beside a server that takes posts, and cannot see its processes. Server, commands and PostgreSQL are killed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcessViews, type ProcessView } from '../../support/process-views.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { demand } from '../demand.ts';
import { judge } from '../judge.ts';
import { skippedOutcome } from '../outcome.ts';
import { publishDuring } from '../pace.ts';
import { killPostgres } from '../postmaster.ts';
import type { Scenario, Stage } from '../scenario.ts';
import { fault, openWorld, type World } from '../world.ts';

interface Round {
  stage: Stage;
  world: World;
  view: ProcessView;
  folder: string;
}

export const maintenance: Scenario = {
  id: 'S22',
  name: 'maintenance beside a running server that it cannot see',
  isShort: true,
  run: async (stage) => {
    const views = findProcessViews();
    if (views.length === 0) return skippedOutcome('needs root and namespaces');
    const folder = scratchFolder('maintenance');
    stage.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const world = await openWorld(stage, { hosts: 4 });
    stage.progress('started');
    // The first and the last one hide the most.
    const chosen = stage.isShort ? [views.at(-1)!] : views;
    await publishDuring(stage, world, stage.isShort ? 5 : 20, async () => {
      for (const view of chosen) {
        const round = { stage, world, view, folder };
        stage.progress(view.name);
        await commandsBeside(round);
        await killedCommand(round);
        await killedServer(round);
        await killedDatabase(round);
      }
    });
    // A delivery that failed while the database was away waits for its second attempt.
    return judge(stage, world, { timeoutMs: 300_000 });
  },
};

const lockFile = ({ alpha }: World) => readFileSync(join(alpha.dataDir, 'postgres/files/postmaster.pid'), 'utf8');

/** `work` must leave the PostgreSQL of the server alone. */
async function unharmed({ world, view }: Round, what: string, work: () => Promise<void>): Promise<void> {
  const before = lockFile(world);
  await work();
  demand(lockFile(world) === before, `${what} ${view.name} replaced the PostgreSQL of the server`);
}

async function run(round: Round, words: string[], expected: RegExp, env?: Record<string, string>): Promise<void> {
  const child = round.world.alpha.spawnCli(round.view.prefix, words, env);
  const [out, error] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  const said = `${out}${error}`;
  demand(expected.test(said), `"${words.join(' ')}" ${round.view.name} ended with ${child.exitCode}: ${said}`);
}

async function commandsBeside(round: Round): Promise<void> {
  const { stage, folder } = round;
  const file = join(folder, 'backup');
  const commands: [string[], RegExp][] = [
    [['backup', file], /keep it safe/],
    [['restore', file], /is not empty/],
    [['recount'], /./],
    [['doctor'], /^ok +database/m],
  ];
  const others: [string[], RegExp][] = [
    [['media', 'prune'], /./],
    [['storage'], /./],
    [['queue', 'stats'], /./],
    [['account', 'list'], /ann/],
    [['account', 'limit', 'eve', '--reason', 'a test'], /./],
    [['account', 'unlimit', 'eve', '--reason', 'a test'], /./],
    [['migrate'], /./],
    [['reindex'], /./],
    [['host', 'list'], /./],
    [['database', 'upgrade'], /nothing to do/],
  ];
  for (const [words, expected] of [...commands, ...(stage.isShort ? [] : others)])
    await unharmed(round, words.join(' '), () => run(round, words, expected));
  if (stage.isShort || !round.view.canStart) return;
  const restored = { DATA_DIR: join(folder, 'restored') };
  await run(round, ['restore', file], /restored|rows/, restored);
  rmSync(restored.DATA_DIR, { recursive: true, force: true });
}

async function killedCommand(round: Round): Promise<void> {
  const { alpha } = round.world;
  await unharmed(round, 'a killed backup', async () => {
    const file = join(round.folder, 'killed');
    const child = alpha.spawnCli(round.view.prefix, ['backup', file]);
    await begun(child);
    child.kill('SIGKILL');
    await once(child, 'close');
    demand(!existsSync(file), 'a killed backup looks complete');
  });
}

/** It prints a line for each table. */
const begun = (child: ChildProcess) => Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);

/** PostgreSQL outlives it, is used by the command and by the next server. */
async function killedServer(round: Round): Promise<void> {
  const { alpha } = round.world;
  await unharmed(round, 'a backup after kill -9 of the server', async () => {
    const backup = run(round, ['backup', join(round.folder, 'orphaned')], /keep it safe/);
    await sleep(200);
    await alpha.processes.killWeb();
    fault(round.world);
    await backup;
    await run(round, ['account', 'list'], /ann/);
    await alpha.restart();
  });
}

/** The server and the command start it again, whichever comes first. If the command did, it ends with its namespace. */
async function killedDatabase(round: Round): Promise<void> {
  if (!round.view.canStart) return;
  killPostgres(round.world.alpha);
  fault(round.world);
  await run(round, ['account', 'list'], /ann/);
}
