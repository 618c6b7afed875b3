/** S16: slow peers and slow clients occupy connections, and everybody else is answered in time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { indexArrivals } from '../checkers/arrivals.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { runAll } from '../load.ts';
import { publish } from '../operations.ts';
import { seconds } from '../outcome.ts';
import { activity } from '../peers/activities.ts';
import type { Condition } from '../peers/condition.ts';
import { requestOf } from '../peers/direct.ts';
import { askOnce, openSlowClients, type SlowClients } from '../peers/slow-clients.ts';
import { giveUpOn } from '../pending-deliveries.ts';
import { percentile } from '../percentile.ts';
import { type Probe, startProbe } from '../probe.ts';
import type { Scenario } from '../scenario.ts';

const conditions: Condition[] = ['hangs', 'trickles head', 'trickles body', 'endless body', { delayMs: 8_000 }];
const maxConnections = 600;
/** The server closes a slow head after 20 s, for which it looks every 30 s, and a slow body after 30 s. */
const maxSlowMs = { head: 58_000, body: 70_000 };
/** Of 95 % of the requests of others. */
const maxAnswerMs = 5_000;
/** Of 99 % of the deliveries to other hosts. */
const maxDeliveryMs = 30_000;

export const slow: Scenario = {
  id: 'S16',
  name: 'slow peers, slow clients and idle connections up to MAX_CONNECTIONS',
  isShort: false,
  run: async (context) => {
    const env = { MAX_CONNECTIONS: String(maxConnections) };
    const fixture = await openFixture(context, { hosts: 22, env });
    const { alpha, peers, journal, members, followerHosts } = fixture;
    const before = await measureBaseline(alpha, context);
    const slowHosts = [...followerHosts.values()].flatMap((hosts) => [...hosts].slice(0, conditions.length));
    for (const [n, host] of slowHosts.entries()) await peers.set(host, conditions[n % conditions.length]!);
    fault(fixture);

    const openedAt = performance.now();
    const slowClients = (['slow head', 'slow body'] as const).map((one) => openSlowClients(alpha, one, 120));
    const deaf = openSlowClients(alpha, 'reads nothing', 60);
    context.onEnd(() => {
      for (const one of [...slowClients, deaf]) one.close();
    });
    const probes = startProbes(fixture);
    const slowSenders = sendFromSlowHosts(fixture, slowHosts);
    const authors = [members.ann, members.bo] as const;
    await runAll(40, 4, (n) => publish(journal, authors[n % 2]!));
    await slowSenders;
    await sleep(10_000);
    for (const probe of probes) await probe.stop();
    const crowded = await fillUp(alpha);

    const left = await awaitClosed(slowClients, openedAt);
    const [slowestHead, slowestBody] = slowClients.map(({ closedAfterMs }) => percentile(closedAfterMs, 1));
    deaf.close();
    for (const hosts of followerHosts.values()) for (const host of slowHosts) hosts.delete(host);
    await giveUpOn(alpha, slowHosts);
    await sleep(5_000);
    const outcome = await judge(context, fixture, { before });
    const delivery = percentile(delaysOf(fixture, slowHosts), 0.99);
    const [reading, receiving] = probes.map(({ times }) => percentile(times, 0.95)) as [number, number];
    const p95Ms = Math.max(reading, receiving);
    return {
      ...outcome,
      lost: [
        ...outcome.lost,
        ...probes.flatMap(({ failures }) => failures),
        ...(p95Ms > maxAnswerMs ? [`95 % of answers only after ${p95Ms.toFixed(0)} ms`] : []),
        ...(delivery > maxDeliveryMs ? [`99 % of deliveries only after ${delivery.toFixed(0)} ms`] : []),
        ...crowded,
      ],
      baseline: [
        ...(outcome.baseline ?? []),
        ...(left > 0 ? [`${left} slow clients were still connected after ${maxSlowMs.body} ms`] : []),
        ...(slowestHead! > maxSlowMs.head ? [`slow heads were accepted for ${slowestHead!.toFixed(0)} ms`] : []),
      ],
      notes:
        `${outcome.notes}; 95 % of answers to readers after ${reading.toFixed(0)} ms, to peers after ${receiving.toFixed(0)} ms; ` +
        `99 % of deliveries after ${delivery.toFixed(0)} ms; slow heads closed after ${seconds(slowestHead!)}, bodies after ${seconds(slowestBody!)}`,
    };
  },
};

/** A reader, and a healthy peer whose activities must be accepted. */
function startProbes({ alpha, peers, journal, anybody }: Fixture): Probe[] {
  const by = peers.actor(peers.hosts.length - 1, 'quick');
  return [
    startProbe(async () => {
      const response = await anybody.request('get', '/timelines/public');
      return response?.status === 200 ? null : `a reader got ${response?.status}`;
    }),
    startProbe(async () => {
      const iri = journal.items.find((item) => item.iri)?.iri ?? `${alpha.origin}/users/1`;
      const status = await peers.send(activity(by, 'Like', iri), by);
      return status === 202 ? null : `a peer got ${status}`;
    }),
  ];
}

/** Their keys must be fetched from hosts that do not answer in time. */
async function sendFromSlowHosts({ alpha, peers }: Fixture, slowHosts: string[]): Promise<void> {
  const actors = slowHosts.flatMap((host) =>
    Array.from({ length: 4 }, (_, n) => peers.actor(peers.hosts.indexOf(host), `slow${n}`)),
  );
  await Promise.all(actors.map((by) => peers.send(activity(by, 'Follow', `${alpha.origin}/users/1`), by)));
}

/** Opens idle connections up to the limit. Returns what went wrong. */
async function fillUp(alpha: Fixture['alpha']): Promise<string[]> {
  const ask = () => requestOf(alpha, { method: 'GET', path: '/livez' }).catch(() => null);
  await ask();
  const idle = openSlowClients(alpha, 'idle', maxConnections);
  await sleep(3_000);
  const [kept, extra] = [await ask(), await askOnce(alpha)];
  const opened = idle.open();
  idle.close();
  await sleep(1_000);
  const free = await askOnce(alpha);
  return [
    ...(opened < maxConnections ? [] : ['connections beyond MAX_CONNECTIONS were kept']),
    ...(kept?.status === 200 ? [] : ['an open connection was not answered while all were taken']),
    ...(extra.isAnswered || extra.ms > 2_000 ? ['a connection beyond the limit was not closed at once'] : []),
    ...(free.isAnswered ? [] : ['no connection was free after the idle ones had ended']),
  ];
}

/** Resolves to how many the server has not closed in time. */
async function awaitClosed(clients: SlowClients[], openedAt: number): Promise<number> {
  const open = () => clients.reduce((sum, one) => sum + one.open(), 0);
  while (open() > 0 && performance.now() - openedAt < maxSlowMs.body) await sleep(250);
  return open();
}

/** From the end of each publication to its arrival at the hosts that are not slow. */
function delaysOf(fixture: Fixture, slowHosts: string[]): number[] {
  const endedAt = new Map(fixture.journal.operations.map(({ item, endedAt }) => [item?.iri, endedAt]));
  return indexArrivals(fixture)
    .first.filter(({ host, object }) => !slowHosts.includes(host) && endedAt.has(object))
    .map(({ object, at }) => at - endedAt.get(object)!);
}
