/** S23: strangers send what is expensive, slow or endless, all at once, while members work. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { documents } from '../../hostile/expensive-documents.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { measureBaseline } from '../checkers/baseline.ts';
import { query } from '../database.ts';
import { demand } from '../demand.ts';
import { type Fixture, fault, type Name, names, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { publish } from '../operations.ts';
import { atPace } from '../pace.ts';
import { activity } from '../peers/activities.ts';
import { requestOf } from '../peers/direct.ts';
import type { Actor } from '../peers/documents.ts';
import { openSlowClients, type Slowness } from '../peers/slow-clients.ts';
import { percentile } from '../percentile.ts';
import { openPlainClient, type PlainClient } from '../plain-client.ts';
import { quiesce } from '../quiescence.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

interface Size {
  /** Requests of members before the attack, and again after it. */
  quiet: number;
  /** Requests of members during the attack. */
  hostile: number;
  /** Of all members together. With what the checkers read, each stays below its limit. */
  perSecond: number;
  /** The n-th request of a member publishes. */
  publishEvery: number;
  /** Of each kind of slow client, open all the time. */
  slowClients: number;
  /** Of 99 % of the requests of members. */
  maxMs: number;
}

/** So dense that members wait for the processors, beside other tests. It looks whether they are served at all. */
const short: Size = { quiet: 100, hostile: 250, perSecond: 25, publishEvery: 5, slowClients: 100, maxMs: 10_000 };
/** A tenth of an hour on each backend. */
const full: Size = { quiet: 120, hostile: 720, perSecond: 2, publishEvery: 12, slowClients: 100, maxMs: 250 };
/** Where other programs need the processors too: of the p99 in quiet, the larger one of before and after. */
const maxFactor = 6;
/** Of the requests of members. What was refused with 503 can be sent again, and the checkers look what arrived. */
const maxBusyShare = 0.01;
/** Of the processes, in MiB, after all is answered. */
const maxGrowth = { memory: 200 };
/** Of the messages that a member gets, however often strangers ask for them. */
const maxMails = 3;
/** The member whose app publishes what is huge. */
const glutton: Name = 'eve';
const workers = names.filter((name) => name !== glutton);

export const hostileHour: Scenario = {
  id: 'S23',
  name: 'context bombs, bursts, huge recipes, mail floods and dripping connections while members work',
  isShort: true,
  run: async (context) => {
    const size = context.isShort ? short : full;
    const mail = scratchFolder('mail');
    mkdirSync(mail, { recursive: true });
    context.onEnd(() => rmSync(mail, { recursive: true, force: true }));
    const env = { RATE_LIMITS: 'on', MAIL_FOLDER: mail };
    const fixture = await openFixture(context, { hosts: 6, env });
    const { alpha } = fixture;
    await query(
      alpha,
      `UPDATE member SET email = 'ann@example.org', email_confirmed_at = now()
      WHERE account_id = $1`,
      [fixture.members.ann.id],
    );
    const office = openOffice(fixture, size);
    context.onEnd(office.close);

    await office.work(size.perSecond);
    const quiet = [await office.work(size.quiet)];
    const before = await measureBaseline(alpha, context);
    fault(fixture);
    const hostility = attack(context, fixture, size);
    const hostile = percentile(await office.work(size.hostile), 0.99);
    const { seen, closed } = await hostility.end();
    await quiesce(alpha);
    quiet.push(await office.work(size.quiet));

    const outcome = await judge(context, fixture, { before, maxGrowth });
    const usual = quiet.map((times) => percentile(times, 0.99));
    const allowed = Math.max(size.maxMs, maxFactor * Math.max(...usual));
    const growth = (await measureBaseline(alpha, context)).memory - before.memory;
    const mails = readdirSync(mail).length;
    const { busy, wrong } = office.failures();
    demand(Object.keys(seen).length === attackNames.length, `these attacks took place: ${Object.keys(seen)}`);
    const errors = Object.entries(seen).flatMap(([name, statuses]) =>
      Object.entries(statuses)
        .filter(([status]) => Number(status) >= 500 && status !== '503')
        .map(([status, count]) => `a clear answer to ${name} instead of ${count} × ${status}`),
    );
    return {
      ...outcome,
      lost: [
        ...outcome.lost,
        ...wrong,
        ...(busy > maxBusyShare * size.hostile ? [`${busy} answers 503 to members`] : []),
        ...errors,
        ...(hostile > allowed ? [`99 % of answers only after ${ms(hostile)} of ${ms(allowed)}`] : []),
        ...(mails > maxMails ? [`${mails} messages to one member`] : []),
      ],
      notes:
        `${outcome.notes}; 99 % of ${size.hostile} answers after ${ms(hostile)}, in quiet after ` +
        `${usual.map(ms).join(' and ')}; ${busy} times 503; ${growth} MiB more; ${mails} messages; ${closed} slow clients closed; ` +
        `answers to strangers: ${JSON.stringify(seen)}`,
    };
  },
};

const ms = (value: number) => `${value.toFixed(0)} ms`;

// Members read and publish

interface Office {
  /** Sends so many requests. Resolves to how long each took. */
  work(count: number): Promise<number[]>;
  /** How often the server was busy, and the requests without an answer or with a wrong one. */
  failures(): { busy: number; wrong: string[] };
  close(): void;
}

function openOffice({ alpha, members, journal }: Fixture, { perSecond, publishEvery }: Size): Office {
  const clients = workers.map((name) => openPlainClient(alpha, members[name], () => alpha.processes.port));
  const paths = ['/timeline?with_replies=true', '/timelines/public', '/recipes', '/notifications'];

  let sent = 0;

  const operation = async (n: number): Promise<unknown> => {
    const client: PlainClient = clients[n % clients.length]!;
    const turn = Math.floor(n / clients.length);
    if (turn % publishEvery === publishEvery - 1)
      return publish(journal, client, { type: turn % 2 === 0 ? 'status' : 'recipe' });
    return client.read(paths[turn % paths.length]!);
  };
  return {
    work: async (count) => {
      const times: number[] = [];
      const all = Promise.withResolvers<void>();
      const timed = async (n: number) => {
        if (n + 1 === count) all.resolve();
        const began = performance.now();
        await operation(sent++);
        times.push(performance.now() - began);
      };
      await atPace(perSecond, timed, () => all.promise);
      return times;
    },
    failures: () => {
      const all = clients.flatMap(({ failed }) => failed);
      const wrong = all.filter((line) => !/: 503\b/.test(line));
      return { busy: all.length - wrong.length, wrong };
    },
    close: () => {
      for (const client of clients) client.close();
    },
  };
}

// Strangers, and one member, do what is expensive

type Statuses = Record<string, number>;

interface Attack {
  everyMs: number;
  /** Resolves to a status for each request. 0 without an answer. */
  strike(fixture: Fixture, n: number, bombs: unknown[]): Promise<number[]>;
}

/** New people like one item. */
const burst = 20;

const attacks = {
  'context bombs': {
    everyMs: 400,
    strike: async ({ peers }, n, bombs) => {
      const by = peers.actor(n % 2, `bomber${n % 5}`);
      return [await peers.send(asActivity(bombs[n % bombs.length], by, n), by)];
    },
  },
  'viral bursts': {
    everyMs: 2_000,
    strike: async ({ peers, journal, alpha }, n) => {
      const iri = journal.items.find((item) => item.iri)?.iri ?? alpha.origin;
      const people = Array.from({ length: burst }, (_, at) => peers.actor(2, `fan${n}x${at}`));
      return Promise.all(people.map((by) => peers.send(activity(by, 'Like', iri), by)));
    },
  },
  'huge recipes': {
    everyMs: 1_500,
    strike: async ({ members }, n) => {
      const response = await members[glutton].request('post', '/recipes', { recipe: hugeRecipe(n) });
      return [response?.status ?? 0];
    },
  },
  'mail floods': {
    everyMs: 250,
    strike: async ({ alpha }) => {
      const page = await requestOf(alpha, { method: 'GET', path: '/forgot-password' });
      const cookie = [page.headers['set-cookie'] ?? []]
        .flat()
        .map((each) => each.split(';')[0])
        .join('; ');
      const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const headers = { cookie, origin: alpha.origin, 'content-type': 'application/x-www-form-urlencoded' };
      const body = String(new URLSearchParams({ form_token: token, name: 'ann' }));
      return [
        page.status,
        (await requestOf(alpha, { method: 'POST', path: '/forgot-password', headers, body })).status,
      ];
    },
  },
} satisfies Record<string, Attack>;
const attackNames = Object.keys(attacks);

/** Some documents give the type another name, so that their contexts must be processed. */
function asActivity(document: unknown, by: Actor, n: number): Record<string, unknown> {
  const { kind, ...given } = document as { kind?: string };
  const object = {
    id: `http://${by.host}/notes/${n}`,
    attributedTo: by.iri,
    content: 'Boom',
    [kind ? 'kind' : 'type']: 'Note',
  };
  const type = kind === undefined ? { type: 'Create' } : { kind: 'Create' };
  return { object, ...type, ...given, id: `http://${by.host}/bombs/${n}`, actor: by.iri };
}

/** As much as the API takes in one request. */
function hugeRecipe(n: number): object {
  const ingredients = Array.from(
    { length: 200 },
    (_, at) => `${at} 1/2 cups of flour ${n}, sifted ${'well '.repeat(40)}`,
  );
  const steps = Array.from({ length: 100 }, (_, at) => ({
    content: `**Step ${at}** ${'@ann #bread *stir* '.repeat(70)}`,
  }));
  return { name: `A huge recipe ${n}`, visibility: 'public', serving: 2, ingredients, steps };
}

/** Each attack goes on until the end, and waits for its answers. */
function attack(context: ScenarioContext, fixture: Fixture, { slowClients }: Size) {
  const { alpha } = fixture;
  const seen: Record<string, Statuses> = {};
  // Built at once, since the times of members are measured in this process.
  const bombs = Object.values(documents).map((build) => build());
  let isOver = false;
  const slow = (['slow body', 'slow head'] as const).map((kind) => keepOpen(alpha, kind, slowClients));
  const loops = Object.entries<Attack>(attacks).map(async ([name, { everyMs, strike }]) => {
    for (let n = 0; !isOver; n += 1) {
      const due = sleep(everyMs);
      for (const status of await strike(fixture, n, bombs).catch(() => [0])) {
        seen[name] ??= {};
        seen[name][status] = (seen[name][status] ?? 0) + 1;
      }
      await due;
    }
  });
  const close = () => slow.reduce((closed, one) => closed + one.close(), 0);
  context.onEnd(close);
  return {
    /** Resolves to the answers by attack, and to how many slow clients the server has closed. */
    end: async () => {
      isOver = true;
      await Promise.all(loops);
      return { seen, closed: close() };
    },
  };
}

/** Opens another slow client for each that the server closes. */
function keepOpen(alpha: Fixture['alpha'], kind: Slowness, count: number) {
  const groups = [openSlowClients(alpha, kind, count)];
  const timer = setInterval(() => {
    const missing = count - groups.reduce((open, group) => open + group.open(), 0);
    if (missing > 0) groups.push(openSlowClients(alpha, kind, missing));
  }, 1_000).unref();
  return {
    /** Returns how many the server has closed. */
    close: (): number => {
      clearInterval(timer);
      for (const group of groups) group.close();
      return groups.reduce((closed, { closedAfterMs }) => closed + closedAfterMs.length, 0);
    },
  };
}
