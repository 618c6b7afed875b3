/**
 * Measures a server that does one thing at a time: a publication and a received activity alone, the cost of doing
 * nothing, memory and start. BENCH_STATEMENTS=1 also prints the statements. BENCH_SILENCES=0 only counts what a
 * publication costs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Agent, request } from 'undici';
import { query } from '../../faults/database.ts';
import { activity, note } from '../../faults/peers/activities.ts';
import { openPeers } from '../../faults/peers/peers.ts';
import { buildServer, root } from '../../support/built-server.ts';
import type { Instance } from '../../support/instance.ts';
import { type Network, openNetwork } from '../../support/network.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { between, type Counts, memoryOf, perEvent, printStatements, sumOf } from '../alone/counters.ts';
import { type Pair, type Published, startPair } from '../alone/pair.ts';
import { startChild } from '../child.ts';
import { onCleanup } from '../cleanup.ts';
import { type Backend, startRedis } from '../context.ts';
import { openRawConnection, requestBytes } from '../load/raw-connection.ts';
import { type Figure, progress } from '../report.ts';

const silences = Number(process.env.BENCH_SILENCES ?? 5);
const silenceMs = 45_000;
/** How many things are counted, and the pause after each. Together 30 s, in which idle queues are asked once. */
const repeats = 10;
const pauseMs = 3_000;
const starts = 3;
const startTimeoutMs = 120_000;
const burst = { hosts: 5, senders: 20, activities: 10_000, parallel: 32 };

export async function measureAlone(backends: Backend[]): Promise<Figure[]> {
  buildServer();
  const folder = scratchFolder('alone');
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  const redisUrl = backends.includes('Redis') ? await startRedis(folder) : null;
  const figures: Figure[] = [
    { measure: 'floor: hello, one at a time', value: await timeOfHello(), unit: 'ms' },
    { measure: 'floor: node -e 0', value: timeOfNode(), unit: 'ms' },
  ];
  for (const backend of backends) {
    if (backend === 'Redis' && redisUrl === null) {
      process.stdout.write('\nredis-server IS NOT INSTALLED: ALL REDIS MEASUREMENTS WERE SKIPPED\n');
      continue;
    }
    const url = backend === 'Redis' ? redisUrl : null;
    const measured = [
      ...(await measurePair(join(folder, backend), url)),
      ...(silences === 0 ? [] : await measureMemory(join(folder, `${backend}-memory`), url)),
      ...(silences === 0 ? [] : await measureStarts(join(folder, `${backend}-start`), url)),
    ];
    figures.push(...measured.map((figure) => ({ ...figure, measure: `${figure.measure}, ${backend}` })));
  }
  return figures;
}

// Measures the floors

function timeOfNode(): number {
  const once = () => {
    const began = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - began;
  };
  return medianOf(Array.from({ length: 7 }, once));
}

async function timeOfHello(): Promise<number> {
  const server = startChild('test/bench/processes/bare-server.ts');
  server.send({});
  const connection = await openRawConnection(await server.receive<number>());
  const hello = requestBytes('GET', '/', { host: '127.0.0.1' });
  const times = await timesOf(500, () => connection.send(hello));
  connection.close();
  await server.stop();
  return medianOf(times);
}

async function timeOfPreparedRead(instance: Instance): Promise<number> {
  const client = new pg.Client({ connectionString: await instance.databaseUrl() });
  await client.connect();
  const text = 'SELECT * FROM account WHERE id = $1';
  const times = await timesOf(500, () => client.query({ name: 'read', text, values: [1] }));
  await client.end();
  return medianOf(times);
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

// Measures what one publication and one received activity cost, and what nothing costs

async function measurePair(folder: string, redisUrl: string | null): Promise<Figure[]> {
  progress(`two servers, one follower${redisUrl ? ', Redis' : ''}`);
  const network = openNetwork();
  onCleanup(() => network.close());
  const pair = await startPair(network, folder, redisUrl);
  const first = await pair.publish('status');
  const figures: Figure[] = [
    ...timesAs('first after the start', [first], { answered: 30, delivered: 80 }),
    ...(await measureWarm(pair)),
    ...(silences === 0 ? [] : await measureAfterSilence(pair)),
    { measure: 'floor: prepared read, one at a time', value: await timeOfPreparedRead(pair.sender), unit: 'ms' },
  ];
  await network.close();
  return figures;
}

async function measureWarm(pair: Pair): Promise<Figure[]> {
  for (let number = 0; number < repeats; number += 1) {
    await pair.publish(number % 2 === 0 ? 'status' : 'recipe');
    await sleep(pauseMs / 10);
  }
  await sleep(pauseMs);
  const seconds = (repeats * pauseMs) / 1_000;
  const rest = await countBoth(pair, () => sleep(seconds * 1_000));
  const figures: Figure[] = [];
  const timed: Published[] = [];
  for (const kind of ['status', 'recipe'] as const) {
    progress(`  ${repeats} times a ${kind}`);
    const busy = await countBoth(pair, async () => {
      for (let number = 0; number < repeats; number += 1) {
        timed.push(await pair.publish(kind));
        await sleep(pauseMs);
      }
    });
    const sent = perEvent(busy.sent, rest.sent, repeats);
    const received = perEvent(busy.received, rest.received, repeats);
    printStatements(`publish a ${kind}`, sent);
    printStatements(`receive a ${kind}`, received);
    figures.push(
      ...countsAs(`publish a ${kind}`, sent, { calls: 25, executing: 8, planning: 1, walKilobytes: 25 }),
      ...countsAs(`receive a ${kind}`, received, { calls: 20, walKilobytes: 20 }),
    );
  }
  return [...timesAs('publish, warm', timed, { answered: 10, delivered: 35 }), ...figures];
}

async function countBoth(
  { sent, received }: Pair,
  work: () => Promise<unknown>,
): Promise<{ sent: Counts; received: Counts }> {
  const before = await Promise.all([sent.read(), received.read()]);
  await work();
  const after = await Promise.all([sent.read(), received.read()]);
  return { sent: between(before[0], after[0]), received: between(before[1], after[1]) };
}

async function measureAfterSilence(pair: Pair): Promise<Figure[]> {
  const times: Published[] = [];
  const rests: Counts[] = [];
  for (let round = 1; round <= silences; round += 1) {
    progress(`  ${silenceMs / 1_000} s of silence, ${round} of ${silences}`);
    // What the publication before caused has ended by then.
    await sleep(pauseMs);
    const { sent: rest } = await countBoth(pair, () => sleep(silenceMs - pauseMs));
    rests.push(rest);
    times.push(await pair.publish('status'));
  }
  printStatements('one silence', rests[0]!);
  const perSecond = (read: (rest: Counts) => number) => medianOf(rests.map((rest) => read(rest) / rest.seconds));
  return [
    ...timesAs(`after ${silenceMs / 1_000} s of silence`, times, { answered: 30, delivered: 80 }),
    {
      measure: 'at rest, statements',
      value: perSecond((rest) => sumOf(rest, 'calls')),
      unit: 'per s',
      aim: { atMost: 3 },
    },
    {
      measure: 'at rest, processor time',
      value: perSecond(({ processorMs }) => processorMs),
      unit: 'ms per s',
      aim: { atMost: 5 },
    },
    {
      measure: 'at rest, WAL in an hour',
      value: 3.6 * perSecond(({ walBytes }) => walBytes),
      unit: 'kB',
      aim: { atMost: 1_000 },
    },
  ];
}

/** The aims are for the slowest one after a pause, and for the median of the others. */
function timesAs(what: string, times: Published[], aims: { answered: number; delivered: number }): Figure[] {
  const of = (name: keyof Published) => times.map((time) => time[name]);
  const row = (name: string, values: number[], atMost?: number): Figure[] => [
    { measure: `${what}, ${name}`, value: medianOf(values), unit: 'ms', ...(atMost && { aim: { atMost } }) },
    ...(values.length > 1
      ? [{ measure: `${what}, ${name}, slowest`, value: Math.max(...values), unit: 'ms' as const }]
      : []),
  ];
  return [
    ...row('answered', of('answered'), aims.answered),
    ...row('at the other server', of('delivered'), aims.delivered),
    ...row('on the timeline there', of('shown')),
  ];
}

interface CountAims {
  calls: number;
  executing?: number;
  planning?: number;
  walKilobytes: number;
}

function countsAs(what: string, counts: Counts, { calls, executing, planning, walKilobytes }: CountAims): Figure[] {
  const aim = (atMost: number | undefined) => (atMost === undefined ? {} : { aim: { atMost } });
  return [
    { measure: `${what}, statements`, value: sumOf(counts, 'calls'), unit: 'statements', ...aim(calls) },
    { measure: `${what}, executing`, value: sumOf(counts, 'executing'), unit: 'ms', ...aim(executing) },
    { measure: `${what}, planning`, value: sumOf(counts, 'planning'), unit: 'ms', ...aim(planning) },
    // That of its statements: what PostgreSQL does in the background differs from minute to minute.
    { measure: `${what}, WAL`, value: sumOf(counts, 'walBytes') / 1_000, unit: 'kB', ...aim(walKilobytes) },
    { measure: `${what}, processor time`, value: counts.processorMs, unit: 'ms' },
  ];
}

// Measures the memory of all processes of one server, PostgreSQL included, before and after work

const settleMs = 20_000;
const password = 'flour, water, salt';

async function measureMemory(folder: string, redisUrl: string | null): Promise<Figure[]> {
  progress('memory');
  const network = openNetwork();
  onCleanup(() => network.close());
  const env = { DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const instance = await network.start({ name: 'memory', env, ...(redisUrl && { redisUrl }) });
  const figures: Figure[] = [];
  const record = (measure: string, atMost: number) =>
    figures.push({ measure: `memory, ${measure}`, value: memoryOf(instance), unit: 'MiB', aim: { atMost } });

  await sleep(settleMs);
  record('fresh', 260);
  await instance.createMembers([`ann:${password}`]);
  await logIn(network, instance, 'ann');
  await sleep(settleMs);
  record('after a first log-in', 300);
  await sendBurst(instance);
  record(`after a burst of ${burst.activities.toLocaleString('en')} activities`, 600);
  await sleep(60_000);
  record('a minute later', 400);
  await network.close();
  return figures;
}

/** Opens the form, logs in and looks at the home page, as a browser does. */
async function logIn({ caFile }: Network, { origin }: Instance, name: string): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
  const cookies = new Map<string, string>();
  const load = async (path: string, body?: string) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const response = await request(origin + path, {
      dispatcher,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        origin,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { body }),
    });
    for (const text of [response.headers['set-cookie'] ?? []].flat()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(text)!;
      cookies.set(key!, value!);
    }
    return { status: response.statusCode, html: await response.body.text() };
  };
  const { html } = await load('/login');
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, key, value]): [string, string] => [key!, value!],
  );
  const form = new URLSearchParams([...hidden, ['name', name], ['password', password]]);
  const { status } = await load('/login', form.toString());
  if (status !== 303) throw new Error(`the log-in was answered with ${status}`);
  const home = await load('/');
  if (home.status !== 200 || !home.html.includes('/logout')) throw new Error(`the home page is one of a visitor`);
  await dispatcher.close();
}

/** Notes of 100 accounts on five servers, as fast as the server takes them, until all are handled. */
async function sendBurst(instance: Instance): Promise<void> {
  progress(`  ${burst.activities} activities`);
  const peers = await openPeers(instance, burst.hosts);
  onCleanup(() => peers.close());
  const [ann] = await query<{ iri: string }>(instance, `SELECT iri FROM account WHERE handle = 'ann'`);
  const statuses = new Map<number, number>();
  let next = 0;
  const sendSome = async () => {
    while (next < burst.activities) {
      const number = next;
      next += 1;
      const by = peers.actor(number % burst.hosts, `cook${number % burst.senders}`);
      const text = 'The starter doubled in four hours, so the dough went in early. '.repeat(4);
      const status = await peers.send(activity(by, 'Create', note(by, `${number} ${text}`, ann!.iri)), by);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: burst.parallel }, sendSome));
  progress(`  answered ${JSON.stringify(Object.fromEntries(statuses))}`);
  for (let left = 1; left > 0; await sleep(500)) {
    const [row] = await query<{ left: number }>(
      instance,
      `SELECT count(*)::int AS left FROM outbox WHERE quarantined_at IS NULL AND due_at < now() + interval '1 minute'`,
    );
    left = row!.left;
  }
  peers.close();
}

// Measures `npm start` as an operator runs it

/** As multiples of `node -e 0` just before, because the load of a machine changes. */
async function measureStarts(folder: string, redisUrl: string | null): Promise<Figure[]> {
  progress('npm start');
  // As in a fresh clone.
  rmSync(join(root, 'dist/compiled'), { recursive: true, force: true });
  const multiples: number[] = [];
  for (let number = 0; number <= starts; number += 1) {
    const nodeMs = timeOfNode();
    multiples.push((await timeOfStart(folder, redisUrl)) / nodeMs);
  }
  const [first = 0, ...later] = multiples;
  return [
    { measure: 'npm start, first, node -e 0', value: first, unit: '×', aim: { atMost: 30 } },
    { measure: 'npm start, later, node -e 0', value: medianOf(later), unit: '×', aim: { atMost: 16 } },
  ];
}

/** Returns the milliseconds until the server says that it is ready. Stops it again. */
async function timeOfStart(folder: string, redisUrl: string | null): Promise<number> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: folder, ...(redisUrl && { REDIS_URL: redisUrl }) };
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const end = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM');
  };
  const forget = onCleanup(end);
  const exit = once(child, 'exit');
  const ready = (async () => {
    for await (const line of createInterface(child.stdout!))
      if (line.startsWith('  queue ')) return performance.now() - began;
    throw new Error('npm start ended before it was ready');
  })();
  const late = sleep(startTimeoutMs, null, { ref: false }).then(() => {
    throw new Error('npm start is not ready');
  });
  try {
    return await Promise.race([ready, late]);
  } finally {
    end();
    child.stdout!.resume();
    await exit;
    forget();
  }
}
