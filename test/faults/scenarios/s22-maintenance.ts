/**
 * S22: commands run beside a server that takes posts, and cannot see its processes. Server, commands and PostgreSQL are
 * killed.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcessViews, type ProcessView } from '../../support/process-views.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { skippedOutcome } from '../outcome.ts';
import { publishDuring } from '../pace.ts';
import { killPostgres } from '../postmaster.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

interface Round {
  context: ScenarioContext;
  fixture: Fixture;
  view: ProcessView;
  folder: string;
}

export const maintenance: Scenario = {
  id: 'S22',
  name: 'maintenance beside a running server that it cannot see',
  isShort: true,
  run: async (context) => {
    const views = findProcessViews();
    if (views.length === 0) return skippedOutcome('needs root and namespaces');
    const folder = scratchFolder('maintenance');
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const fixture = await openFixture(context, { hosts: 4 });
    context.progress('started');
    // The first and the last one hide the most.
    const chosen = context.isShort ? [views.at(-1)!] : views;
    await publishDuring(context, fixture, context.isShort ? 5 : 20, async () => {
      for (const view of chosen) {
        const round = { context, fixture, view, folder };
        context.progress(view.name);
        await commandsBeside(round);
        await killedCommand(round);
        await killedServer(round);
        await killedDatabase(round);
      }
    });
    // A delivery that failed while the database was away waits for its second attempt.
    return judge(context, fixture, { timeoutMs: 300_000 });
  },
};

const lockFile = ({ alpha }: Fixture) => readFileSync(join(alpha.dataDir, 'postgres/files/postmaster.pid'), 'utf8');

/** `work` must leave the PostgreSQL of the server alone. */
async function unharmed({ fixture, view }: Round, what: string, work: () => Promise<void>): Promise<void> {
  const before = lockFile(fixture);
  await work();
  demand(lockFile(fixture) === before, `${what} ${view.name} replaced the PostgreSQL of the server`);
}

async function run(round: Round, words: string[], expected: RegExp, env?: Record<string, string>): Promise<void> {
  const child = round.fixture.alpha.spawnCli(round.view.prefix, words, env);
  const [out, error] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  const said = `${out}${error}`;
  demand(expected.test(said), `"${words.join(' ')}" ${round.view.name} ended with ${child.exitCode}: ${said}`);
}

async function commandsBeside(round: Round): Promise<void> {
  const { context, folder } = round;
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
  for (const [words, expected] of [...commands, ...(context.isShort ? [] : others)])
    await unharmed(round, words.join(' '), () => run(round, words, expected));
  if (context.isShort || !round.view.canStart) return;
  const restored = { DATA_DIR: join(folder, 'restored') };
  await run(round, ['restore', file], /restored|rows/, restored);
  rmSync(restored.DATA_DIR, { recursive: true, force: true });
}

async function killedCommand(round: Round): Promise<void> {
  const { alpha } = round.fixture;
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
  const { alpha } = round.fixture;
  await unharmed(round, 'a backup after kill -9 of the server', async () => {
    const backup = run(round, ['backup', join(round.folder, 'orphaned')], /keep it safe/);
    await sleep(200);
    await alpha.processes.killWeb();
    fault(round.fixture);
    await backup;
    await run(round, ['account', 'list'], /ann/);
    await alpha.restart();
  });
}

/** The server and the command start it again, whichever comes first. If the command did, it ends with its namespace. */
async function killedDatabase(round: Round): Promise<void> {
  if (!round.view.canStart) return;
  killPostgres(round.fixture.alpha);
  fault(round.fixture);
  await run(round, ['account', 'list'], /ann/);
}
