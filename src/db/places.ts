/** A few places under each name, shared by all processes on one database: those of a process that dies are free at once. */
import pg from 'pg';
import { batched } from '../lib/batch.ts';
import { log } from '../lib/log.ts';
import { databaseUrl, whenDisconnecting } from './client.ts';
import { lockPlaces, unlockPlaces } from './sql/places.ts';
import type { Executor } from './statement.ts';

export interface Place {
  leave(): void;
}

interface Held {
  number: number;
  busy: boolean;
  /** When it was taken from the others, and when it was last left, in ms. */
  since: number;
  left: number;
}

interface Session {
  executor: Executor;
  held: Map<string, Held[]>;
}

/** A place that is left is kept this long, in ms, for the next who wants one here, and in all no longer than that. */
const lingering = 200;
const longestKept = 1_000;

let current: { session: Promise<Session> } | undefined;
let sweeper: NodeJS.Timeout | undefined;

/** Null while all `limit` places are taken, here or elsewhere, and while the database is away. */
export async function takePlace(name: string, limit: number): Promise<Place | null> {
  try {
    const mine = await theSession();
    const idle = mine.held.get(name)?.find(({ busy, number }) => !busy && number < limit);
    if (idle) return occupy(mine, name, idle);
    return await ask({ mine, name, limit });
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'no place can be taken while the database is away');
    return null;
  }
}

/** One batch after the other, in each every name once: a session may lock twice what it has already. */
const ask = batched(async (asked: { mine: Session; name: string; limit: number }[]) => {
  const answers: (Place | null)[] = asked.map(() => null);
  let left = [...asked.keys()];
  while (left.length > 0) {
    const names = new Set<string>();
    const now = left.filter((index) => !names.has(asked[index]!.name) && names.add(asked[index]!.name));
    left = left.filter((index) => !now.includes(index));
    await askOnce(now.map((index) => ({ ...asked[index]!, answer: (place) => (answers[index] = place) })));
  }
  return answers;
});

interface Asked {
  mine: Session;
  name: string;
  limit: number;
  answer(place: Place | null): void;
}

async function askOnce(asked: Asked[]): Promise<void> {
  const { mine } = asked[0]!;
  const rows = await lockPlaces(
    mine.executor,
    asked.map(({ name }) => name),
    asked.map(({ limit }) => limit),
    asked.map(({ name }) => (mine.held.get(name) ?? []).map(({ number }) => number).join(',')),
  );
  for (const [index, { name, answer }] of asked.entries()) {
    const number = rows[index]?.number ?? null;
    if (number === null) continue;
    const held = { number, busy: false, since: performance.now(), left: 0 };
    mine.held.set(name, [...(mine.held.get(name) ?? []), held]);
    answer(occupy(mine, name, held));
  }
}

function occupy(mine: Session, name: string, held: Held): Place {
  held.busy = true;
  return {
    leave() {
      held.busy = false;
      held.left = performance.now();
      if (held.left - held.since > longestKept) void giveBack(mine, [[name, held]]);
      else sweeper ??= setInterval(sweep, lingering).unref();
    },
  };
}

async function sweep(): Promise<void> {
  const mine = await current?.session.catch(() => undefined);
  const before = performance.now() - lingering;
  const idle = [...(mine?.held ?? [])].flatMap(([name, all]) =>
    all.filter(({ busy, left }) => !busy && left < before).map((held): [string, Held] => [name, held]),
  );
  if (mine && idle.length > 0) await giveBack(mine, idle);
  if (mine && mine.held.size > 0) return;
  clearInterval(sweeper);
  sweeper = undefined;
}

/** Out of the list first, so that nobody here takes what is being given back. */
async function giveBack(mine: Session, places: [string, Held][]): Promise<void> {
  for (const [name, gone] of places) {
    const rest = (mine.held.get(name) ?? []).filter((held) => held !== gone);
    if (rest.length > 0) mine.held.set(name, rest);
    else mine.held.delete(name);
  }
  const names = places.map(([name]) => name);
  const numbers = places.map(([, { number }]) => number);
  // With the connection its places are gone as well.
  await unlockPlaces(mine.executor, names, numbers).catch(() => {});
}

function theSession(): Promise<Session> {
  if (current) return current.session;
  const opening = {
    session: open(() => {
      if (current === opening) current = undefined;
    }),
  };
  current = opening;
  return opening.session;
}

/** `forget` is called when the connection is no more, and with it all its places. */
async function open(forget: () => void): Promise<Session> {
  const client = new pg.Client({
    connectionString: databaseUrl(),
    application_name: 'potluck-places',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    keepAlive: true,
    // Many ask at once, and none waits for another's place.
    pipeline: true,
    // A machine that vanishes does not say goodbye.
    options: '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  });
  client.on('error', forget);
  client.once('end', forget);
  whenDisconnecting(async () => {
    forget();
    await client.end().catch(() => {});
  });
  try {
    await client.connect();
  } catch (error) {
    forget();
    throw error;
  }
  const run = async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) =>
    (await client.query<Row>(query)).rows;
  return { executor: { run }, held: new Map() };
}
