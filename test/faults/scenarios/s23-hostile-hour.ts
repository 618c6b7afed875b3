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
import { openSlowClients } from '../peers/slow-clients.ts';
import { percentile } from '../percentile.ts';
import { openPlainClient, type PlainClient } from '../plain-client.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

interface Size {
  /** Before the attack. */
  quietMs: number;
  attackMs: number;
  /** Of all members together. With what the checkers read, each stays below its limit. */
  perSecond: number;
  /** The n-th request of a member publishes. */
  publishEvery: number;
  /** Of each kind of slow client. */
  slowClients: number;
}

const short: Size = { quietMs: 5_000, attackMs: 12_000, perSecond: 25, publishEvery: 5, slowClients: 100 };
/** A tenth of an hour on each backend. */
const full: Size = { quietMs: 30_000, attackMs: 360_000, perSecond: 2, publishEvery: 12, slowClients: 100 };
/** Of 99 % of the requests of members, on a machine on which they take `usualMs` in quiet. */
const maxMs = 250;
const usualMs = 50;
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

    await office.work(1_000);
    const before = await measureBaseline(alpha, context);
    const quiet = percentile(await office.work(size.quietMs), 0.99);
    fault(fixture);
    const hostility = attack(context, fixture, size);
    const times = await office.work(size.attackMs);
    const seen = await hostility.end();
    const meanwhile = percentile(times, 0.99);

    const outcome = await judge(context, fixture, { before });
    const allowed = maxMs * Math.max(1, quiet / usualMs);
    const mails = readdirSync(mail).length;
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
        ...office.failed(),
        ...errors,
        ...(meanwhile > allowed ? [`99 % of answers only after ${ms(meanwhile)} of ${ms(allowed)}`] : []),
        ...(mails > maxMails ? [`${mails} messages to one member`] : []),
      ],
      notes:
        `${outcome.notes}; 99 % of ${times.length} answers after ${ms(meanwhile)}, in quiet after ${ms(quiet)}; ` +
        `${mails} messages; answers to strangers: ${JSON.stringify(seen)}`,
    };
  },
};

const ms = (value: number) => `${value.toFixed(0)} ms`;

// Members read and publish

interface Office {
  /** Resolves to how long each request took. */
  work(ms: number): Promise<number[]>;
  /** Requests without an answer, or with a wrong one. */
  failed(): string[];
  close(): void;
}

function openOffice({ alpha, members, journal }: Fixture, { perSecond, publishEvery }: Size): Office {
  const clients = workers.map((name) => openPlainClient(alpha, members[name], () => alpha.processes.port));
  const paths = ['/timeline?with_replies=true', '/timelines/public', '/recipes', '/notifications'];

  const operation = async (n: number): Promise<unknown> => {
    const client: PlainClient = clients[n % clients.length]!;
    const turn = Math.floor(n / clients.length);
    if (turn % publishEvery === publishEvery - 1)
      return publish(journal, client, { type: turn % 2 === 0 ? 'status' : 'recipe' });
    return client.read(paths[turn % paths.length]!);
  };
  return {
    work: async (ms) => {
      const times: number[] = [];
      const timed = async (n: number) => {
        const began = performance.now();
        await operation(n);
        times.push(performance.now() - began);
      };
      await atPace(perSecond, timed, () => sleep(ms));
      return times;
    },
    // What was refused with 503 is sent again, and the checkers look whether it arrived.
    failed: () => clients.flatMap(({ failed }) => failed.filter((line) => !/^post .*: 503 /.test(line))),
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
  strike(fixture: Fixture, n: number): Promise<number[]>;
}

const bombs = Object.values(documents);
/** New people like one item. */
const burst = 20;

const attacks = {
  'context bombs': {
    everyMs: 400,
    strike: async ({ peers }, n) => {
      const by = peers.actor(n % 2, `bomber${n % 5}`);
      return [await peers.send(asActivity(bombs[n % bombs.length]!(), by, n), by)];
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
  let isOver = false;
  const slow = (['slow body', 'slow head'] as const).map((one) => openSlowClients(alpha, one, slowClients));
  const loops = Object.entries<Attack>(attacks).map(async ([name, { everyMs, strike }]) => {
    for (let n = 0; !isOver; n += 1) {
      const due = sleep(everyMs);
      for (const status of await strike(fixture, n).catch(() => [0])) {
        seen[name] ??= {};
        seen[name][status] = (seen[name][status] ?? 0) + 1;
      }
      await due;
    }
  });
  const close = () => {
    for (const one of slow) one.close();
  };
  context.onEnd(close);
  return {
    /** Resolves to the answers by attack. */
    end: async (): Promise<Record<string, Statuses>> => {
      isOver = true;
      await Promise.all(loops);
      close();
      return seen;
    },
  };
}
