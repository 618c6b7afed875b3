/**
 * S15: processes are replaced one after the other, and a single server on a held port is restarted, at 200 requests/s.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '../../support/balancer.ts';
import { holdPort } from '../../support/held-port.ts';
import type { ServerProcesses } from '../../support/server-processes.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { publish } from '../operations.ts';
import { atPace, findRetried } from '../pace.ts';
import { openPlainClient, type PlainClient } from '../plain-client.ts';
import { startPostgres } from '../postgres-process.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

const roles = ['web', 'web', 'worker', 'worker'] as const;
const requestsPerSecond = 200;
/** One of so many requests publishes, the others read. */
const readsPerPublish = 20;
/** A process must end within this time after SIGTERM. */
const maxEndMs = 20_000;

export const rollingRestart: Scenario = {
  id: 'S15',
  name: 'rolling restart of two web processes and two workers, and SIGTERM of a single server, at 200 requests/s',
  isShort: false,
  run: async (context) => {
    const postgres = await startPostgres();
    const fixture = await openFixture(context, { hosts: 4, databaseUrl: postgres.url, env: { ROLE: 'web' } });
    const processes: ServerProcesses[] = [fixture.alpha.processes];
    context.onEnd(async () => {
      await Promise.all(processes.map((one) => one.stop()));
      await postgres.stop();
    });
    for (const role of roles.slice(1)) processes.push(await fixture.alpha.add(role));

    const rolled = await replaceAll(context, fixture, processes);
    await Promise.all(processes.map((one) => one.stop()));
    const restarted = await restartSingle(context, fixture, processes);

    const outcome = await judge(context, fixture);
    const again = `${outcome.redelivered} deliveries arrived again`;
    return {
      ...outcome,
      lost: [...outcome.lost, ...rolled, ...restarted, ...findRetried(fixture, 'every restart was orderly')],
      duplicated: [...outcome.duplicated, ...(outcome.redelivered > 0 ? [again] : [])],
    };
  },
};

async function replaceAll(context: ScenarioContext, fixture: Fixture, processes: ServerProcesses[]): Promise<string[]> {
  const { alpha } = fixture;
  const balancer = await startBalancer();
  context.onEnd(balancer.stop);
  for (const [place, role] of roles.entries()) if (role === 'web') balancer.targets.add(processes[place]!.port);
  await sleep(1_000);
  const client = openPlainClient(alpha, fixture.members.ann, () => balancer.port);
  const result = await load(fixture, client, async () => {
    for (const [place, role] of roles.entries()) {
      const old = processes[place]!;
      await endOrderly(old, role);
      balancer.targets.delete(old.port);
      processes[place] = await alpha.add(role);
      if (role === 'web') balancer.targets.add(processes[place].port);
      fault(fixture);
      context.progress(`a ${role} process was replaced`);
      await sleep(1_000);
    }
  });
  context.progress(`rolling restart: ${result}`);
  return client.failed;
}

/**
 * systemd holds its port (docs/deploy/potluck.socket), so requests wait for the next process. The client repeats
 * nothing.
 */
async function restartSingle(
  context: ScenarioContext,
  fixture: Fixture,
  processes: ServerProcesses[],
): Promise<string[]> {
  const { alpha } = fixture;
  const held = holdPort();
  context.onEnd(held.close);
  const start = async (): Promise<ServerProcesses> => {
    const started = await alpha.add('all', {}, { held });
    processes.push(started);
    alpha.processes = started;
    return started;
  };
  let server = await start();
  alpha.proxy.target = held.port;
  const client = openPlainClient(alpha, fixture.members.bo, () => held.port, { keepsConnections: false });
  const result = await load(fixture, client, async () => {
    for (let times = 0; times < 2; times += 1) {
      await sleep(2_000);
      await endOrderly(server, 'single server');
      server = await start();
      fault(fixture);
      context.progress('the single server was restarted');
    }
    await sleep(2_000);
  });
  context.progress(`single server: ${result}`);
  return client.failed;
}

const paths = ['/timeline', '/recipes', '/timelines/public', '/accounts/ann'];

/** Reads and publishes until `work` ends. */
async function load({ journal }: Fixture, client: PlainClient, work: () => Promise<void>): Promise<string> {
  const operation = (n: number) =>
    n % readsPerPublish === 0 ? publish(journal, client) : client.read(paths[n % paths.length]!);
  const rate = await atPace(requestsPerSecond, operation, work);
  client.close();
  return `answered ${client.answered()}, failed ${client.failed.length} at ${rate.toFixed(0)} requests/s`;
}

async function endOrderly(server: ServerProcesses, name: string): Promise<void> {
  const { ms, code } = await server.stop();
  demand(code === 0, `the ${name} ended with ${code}`);
  demand(ms < maxEndMs, `the ${name} took ${ms} ms to end`);
}
