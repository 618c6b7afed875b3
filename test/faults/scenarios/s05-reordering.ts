/** S5: activities that belong together arrive in every order, and the end is that of the right order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../database.ts';
import { type Fixture, fault, openFixture } from '../fixture.ts';
import { judge } from '../judge.ts';
import { runAll } from '../load.ts';
import { publish } from '../operations.ts';
import { type Activity, activity, edited, note } from '../peers/activities.ts';
import type { Actor } from '../peers/documents.ts';
import { sendUntilAccepted, shuffled } from '../peers/send-all.ts';
import { quiesce } from '../quiescence.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

/** One remote actor, what it sends, and what must be there in the end. */
interface Story {
  name: string;
  by: Actor;
  activities: Activity[];
  /** Resolves to whether the database is in the right state. */
  holds(fixture: Fixture): Promise<boolean>;
}

const has = async (fixture: Fixture, sql: string, values: unknown[]): Promise<boolean> =>
  (await query(fixture.alpha, `SELECT 1 WHERE EXISTS (${sql})`, values)).length > 0;

const hasFollow = (fixture: Fixture, { iri }: Actor) =>
  has(fixture, 'SELECT FROM follow JOIN account a ON a.id = follower_id WHERE a.iri = $1 AND followee_id = $2', [
    iri,
    fixture.members.ann.id,
  ]);
const hasReaction = (fixture: Fixture, table: '"like"' | 'boost', { iri }: Actor) =>
  has(fixture, `SELECT FROM ${table} r JOIN account a ON a.id = r.account_id WHERE a.iri = $1`, [iri]);
const hasBlock = (fixture: Fixture, { iri }: Actor) =>
  has(fixture, 'SELECT FROM block JOIN account a ON a.id = blocker_id WHERE a.iri = $1', [iri]);
const shows = (fixture: Fixture, { id }: Activity, text: string) =>
  has(fixture, 'SELECT FROM eventable WHERE iri = $1 AND content_html LIKE $2', [id, `%${text}%`]);
const exists = (fixture: Fixture, { id }: Activity) => has(fixture, 'SELECT FROM eventable WHERE iri = $1', [id]);

type Plot = (by: Actor, ann: string, item: string) => Pick<Story, 'activities' | 'holds'>;

const begunAndUndone = (type: string, object: string, by: Actor): Activity[] => {
  const begin = activity(by, type, object);
  return [begin, activity(by, 'Undo', begin)];
};
const threeVersions = (by: Actor, ann: string) => {
  const first = note(by, 'version 0', ann);
  const [second, third] = [edited(first, 'version 1'), edited(first, 'version 2')];
  const sent = [activity(by, 'Create', first), activity(by, 'Update', second), activity(by, 'Update', third)];
  return { first, sent };
};

const plots: Record<string, Plot> = {
  'Follow and Undo': (by, ann) => ({
    activities: begunAndUndone('Follow', ann, by),
    holds: async (fixture) => !(await hasFollow(fixture, by)),
  }),
  'Follow, Undo and Follow again': (by, ann) => ({
    activities: [...begunAndUndone('Follow', ann, by), activity(by, 'Follow', ann)],
    holds: (fixture) => hasFollow(fixture, by),
  }),
  'Like and Undo': (by, _, item) => ({
    activities: begunAndUndone('Like', item, by),
    holds: async (fixture) => !(await hasReaction(fixture, '"like"', by)),
  }),
  'Announce and Undo': (by, _, item) => ({
    activities: begunAndUndone('Announce', item, by),
    holds: async (fixture) => !(await hasReaction(fixture, 'boost', by)),
  }),
  'Like, Undo and Like again': (by, _, item) => ({
    activities: [...begunAndUndone('Like', item, by), activity(by, 'Like', item)],
    holds: (fixture) => hasReaction(fixture, '"like"', by),
  }),
  'Block and Undo': (by, ann) => ({
    activities: begunAndUndone('Block', ann, by),
    holds: async (fixture) => !(await hasBlock(fixture, by)),
  }),
  'Create and two Updates': (by, ann) => {
    const { first, sent } = threeVersions(by, ann);
    return { activities: sent, holds: (fixture) => shows(fixture, first, 'version 2') };
  },
  'Create and Delete': (by, ann) => {
    const item = note(by, 'short-lived', ann);
    return {
      activities: [activity(by, 'Create', item), activity(by, 'Delete', { id: item.id, type: 'Tombstone' })],
      holds: async (fixture) => !(await exists(fixture, item)),
    };
  },
  'Create, two Updates and Delete': (by, ann) => {
    const { first, sent } = threeVersions(by, ann);
    return {
      activities: [...sent, activity(by, 'Delete', { id: first.id, type: 'Tombstone' })],
      holds: async (fixture) => !(await exists(fixture, first)),
    };
  },
};

export const reordering: Scenario = {
  id: 'S5',
  name: 'Undo before Follow, Delete before Create, Update before Create, Accept late',
  isShort: true,
  run: async (context) => {
    const fixture = await openFixture(context, { hosts: 4 });
    const { alpha, journal, members } = fixture;
    await runAll(3, 1, () => publish(journal, members.ann));
    const stories = createStories(fixture, context.isShort ? 2 : 12);
    // A Delete or Update of an unknown actor has no effect, so all make themselves known first.
    await runAll(stories.length, 16, (n) => introduce(fixture, stories[n]!.by));
    const late = await requestFollows(fixture, context.isShort ? 2 : 8);
    await quiesce(alpha);

    const half = Math.floor(stories.length / 2);
    await runAll(
      stories.length,
      16,
      (n) => arriveShuffled(context, fixture, stories[n]!),
      (n) => {
        if (n !== half) return;
        alpha.processes.killWorker();
        fault(fixture);
      },
    );
    await acceptLate(fixture, late);

    const outcome = await judge(context, fixture);
    const wrong: string[] = [];
    for (const { name, by, holds } of stories) if (!(await holds(fixture))) wrong.push(`${name} by ${by.iri}`);
    const sent = stories.reduce((sum, { activities }) => sum + activities.length, 0);
    return {
      ...outcome,
      acked: outcome.acked + sent + late.length,
      lost: [...outcome.lost, ...(await findUnaccepted(fixture, late))],
      outOfOrder: [...outcome.outOfOrder, ...wrong],
      notes: `${outcome.notes}; ${stories.length} stories of ${sent} activities, ${late.length} late answers`,
    };
  },
};

function createStories({ alpha, peers, journal, members }: Fixture, times: number): Story[] {
  const ann = `${alpha.origin}/users/${members.ann.id}`;
  return Object.entries(plots).flatMap(([name, plot], kind) =>
    Array.from({ length: times }, (_, n) => {
      const by = peers.actor(n % peers.hosts.length, `teller${kind}x${n}`);
      return { name, by, ...plot(by, ann, journal.items[n % journal.items.length]!.iri!) };
    }),
  );
}

const introduce = ({ alpha, peers, members }: Fixture, by: Actor): Promise<void> =>
  sendUntilAccepted(peers, {
    activity: activity(by, 'Follow', `${alpha.origin}/users/${members.eve.id}`),
    by,
  });

/** With pauses of up to half a second, so that some are handled together and some are not. */
async function arriveShuffled(
  { random }: ScenarioContext,
  { peers }: Fixture,
  { by, activities }: Story,
): Promise<void> {
  for (const one of shuffled(activities, random)) {
    await sendUntilAccepted(peers, { activity: one, by });
    if (random() < 0.5) await sleep(random() * 500);
  }
}

interface LateAnswer {
  by: Actor;
  accountId: number;
  /** Its Accept is undone, and the Undo arrives first. */
  isUndone: boolean;
}

/** Bo follows actors that do not answer yet. */
async function requestFollows(fixture: Fixture, count: number): Promise<LateAnswer[]> {
  const { alpha, peers, members } = fixture;
  const asked: LateAnswer[] = [];
  for (let n = 0; n < count; n += 1) {
    const by = peers.actor(n % peers.hosts.length, `late${n}`);
    await introduce(fixture, by);
    await quiesce(alpha);
    const [row] = await query<{ id: string }>(alpha, 'SELECT id FROM account WHERE iri = $1', [by.iri]);
    await members.bo.request('post', `/accounts/${row!.id}/follow`);
    asked.push({ by, accountId: Number(row!.id), isUndone: n % 2 === 1 });
  }
  return asked;
}

/** Answers the Follow activities that arrived, after everything else. */
async function acceptLate({ peers }: Fixture, late: LateAnswer[]): Promise<void> {
  for (const { by, isUndone } of late) {
    const follow = peers.deliveries.find(({ type, object }) => type === 'Follow' && object === by.iri);
    if (!follow) continue;
    const accept = activity(by, 'Accept', follow.json);
    const undo = activity(by, 'Undo', accept);
    for (const one of isUndone ? [undo, accept] : [accept]) await sendUntilAccepted(peers, { activity: one, by });
  }
}

async function findUnaccepted({ members }: Fixture, late: LateAnswer[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { by, accountId, isUndone } of late) {
    const response = await members.bo.request('get', `/accounts/relationships?id=${accountId}`);
    const { following } = response!.body[0];
    if (following === isUndone) wrong.push(`following of ${by.iri} is ${following}`);
  }
  return wrong;
}
