/**
 * S4: each activity arrives 2 to 50 times, in parallel, at several inboxes, under other ids, and again after a restart.
 */
import { query } from '../database.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import type { Item } from '../journal.ts';
import { judge } from '../judge.ts';
import { runAll } from '../load.ts';
import { publish } from '../operations.ts';
import { type Activity, activity, note } from '../peers/activities.ts';
import type { Actor } from '../peers/documents.ts';
import { type Sending, sendAll, shuffled } from '../peers/send-all.ts';
import { quiesce } from '../quiescence.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

const maxCopies = 50;

/** What must be true in the end. */
interface Expected {
  likes: Map<Item, number>;
  boosts: Map<Item, number>;
  replies: Map<Item, number>;
  followers: Set<string>;
}

export const duplicates: Scenario = {
  id: 'S4',
  name: 'every activity 2 to 50 times, in parallel, over several inboxes and across restarts',
  isShort: true,
  run: async (context) => {
    const size = context.isShort ? { actors: 6, recipes: 3 } : { actors: 30, recipes: 10 };
    const fixture = await openFixture(context, { hosts: 4 });
    const { alpha, peers, journal, members } = fixture;
    await runAll(size.recipes, 2, () => publish(journal, members.ann));
    const { begins, ends, expected } = plan(fixture, size.actors);
    const inboxes = ['/inbox', ...[members.ann, members.bo].map(({ id }) => `/users/${id}/inbox`)];

    const first = multiply(begins, inboxes, context);
    const restarting = await sendWithFaults(context, fixture, first);
    await restarting;
    await quiesce(alpha);
    const second = multiply(ends, inboxes, context);
    // Late copies of what was undone must not begin it again.
    await sendAll(peers, shuffled([...second, ...first.filter((_, n) => n % 7 === 0)], context.random));
    await quiesce(alpha);
    await alpha.processes.stop();
    await alpha.restart();
    const again = shuffled([...begins, ...ends], context.random);
    await sendAll(peers, again);

    const outcome = await judge(context, fixture);
    const distinct = begins.length + ends.length;
    const { lost, duplicated } = await compareItems(fixture, expected);
    const { repeated, missing } = await compareRows(fixture, expected);
    return {
      ...outcome,
      acked: outcome.acked + distinct,
      redelivered: outcome.redelivered + first.length + second.length + again.length - distinct,
      lost: [...outcome.lost, ...lost, ...missing],
      duplicated: [...outcome.duplicated, ...duplicated, ...repeated],
      notes: `${outcome.notes}; ${distinct} activities sent ${first.length + second.length + again.length} times`,
    };
  },
};

/**
 * Every actor follows Ann, likes, boosts and replies. Every other one does so under two ids, and every third undoes its
 * like.
 */
function plan({ alpha, peers, journal, members }: Fixture, actors: number) {
  const { items } = journal;
  const begins: Sending[] = [];
  const ends: Sending[] = [];
  const expected: Expected = {
    likes: new Map(),
    boosts: new Map(),
    replies: new Map(),
    followers: new Set(),
  };
  const ann = `${alpha.origin}/users/${members.ann.id}`;
  const add = (counts: Map<Item, number>, item: Item) => counts.set(item, (counts.get(item) ?? 0) + 1);

  for (let n = 0; n < actors; n += 1) {
    const by = peers.actor(n % peers.hosts.length, `cook${n}`);
    const [liked, boosted, parent] = [0, 1, 2].map((offset) => items[(n + offset) % items.length]!);
    const reply = note(by, `Reply ${n}`, ann, { inReplyTo: parent!.iri });
    peers.objects.set(reply.id, reply);
    const once = (): Activity[] => [
      activity(by, 'Follow', ann),
      activity(by, 'Like', liked!.iri),
      activity(by, 'Announce', boosted!.iri),
      activity(by, 'Create', reply),
    ];
    const sent = n % 2 === 0 ? once() : [...once(), ...once()];
    begins.push(...sent.map((one) => ({ activity: one, by })));
    const isUndone = n % 3 === 0;
    if (isUndone) ends.push(...undoLikes(sent, by));
    else add(expected.likes, liked!);
    add(expected.boosts, boosted!);
    add(expected.replies, parent!);
    expected.followers.add(by.iri);
  }
  return { begins, ends, expected };
}

const undoLikes = (sent: Activity[], by: Actor): Sending[] =>
  sent.filter(({ type }) => type === 'Like').map((like) => ({ activity: activity(by, 'Undo', like), by }));

/** 2 to 50 copies of each, at inboxes taken in turn, in random order. */
function multiply(sendings: Sending[], inboxes: string[], { random, isShort }: ScenarioContext): Sending[] {
  const most = isShort ? 10 : maxCopies;
  const all = sendings.flatMap((sending) =>
    Array.from({ length: 2 + Math.floor(random() * (most - 1)) }, (_, n) => ({
      ...sending,
      inbox: inboxes[n % inboxes.length],
    })),
  );
  return shuffled(all, random);
}

/** Kills the worker after a third of them, and restarts the server after two thirds. Resolves to the restart. */
async function sendWithFaults(
  context: ScenarioContext,
  fixture: Fixture,
  sendings: Sending[],
): Promise<Promise<unknown>> {
  const { alpha, peers } = fixture;
  let restarting: Promise<unknown> = Promise.resolve();
  await sendAll(peers, sendings, (n) => {
    if (n === Math.floor(sendings.length / 3)) alpha.processes.killWorker();
    if (n !== Math.floor((2 * sendings.length) / 3)) return;
    context.progress('killed');
    restarting = alpha.processes.killWeb().then(() => alpha.restart());
    fault(fixture);
  });
  return restarting;
}

/** Compares what Ann reads with the model. */
async function compareItems({ journal, members }: Fixture, expected: Expected) {
  const lost: string[] = [];
  const duplicated: string[] = [];
  const check = (what: string, count: number, should: number) => {
    if (count < should) lost.push(`${what}: ${count} instead of ${should}`);
    if (count > should) duplicated.push(`${what}: ${count} instead of ${should}`);
  };
  for (const item of journal.items) {
    const response = await members.ann.request('get', `/recipes/${item.id}`);
    const { likes_count, boosts_count, replies_count } = response!.body;
    check(`likes of ${item.marker}`, likes_count, expected.likes.get(item) ?? 0);
    check(`boosts of ${item.marker}`, boosts_count, expected.boosts.get(item) ?? 0);
    check(`replies to ${item.marker}`, replies_count, expected.replies.get(item) ?? 0);
  }
  return { lost, duplicated };
}

/** Ann is notified once about each follow, like, boost and reply, and has each follower once. */
async function compareRows({ alpha, members }: Fixture, { followers }: Expected) {
  const repeated = await query<{ type: string; count: number }>(
    alpha,
    `SELECT type::text, count(*)::int FROM notification WHERE account_id = $1
     GROUP BY type, actor_id, eventable_id HAVING count(*) > 1`,
    [members.ann.id],
  );
  const rows = await query<{ iri: string }>(
    alpha,
    'SELECT a.iri FROM follow f JOIN account a ON a.id = f.follower_id WHERE f.followee_id = $1 AND a.iri = ANY($2)',
    [members.ann.id, [...followers]],
  );
  const found = new Set(rows.map(({ iri }) => iri));
  return {
    repeated: repeated.map(({ type, count }) => `${count} notifications of one ${type}`),
    missing: [...followers].filter((iri) => !found.has(iri)).map((iri) => `the follow by ${iri}`),
  };
}
