/** COUNTERS: each stored counter equals its rows. */
import type { Instance } from '../../support/instance.ts';
import { query } from '../database.ts';

/** Table, condition and rows of each counter. Counters of remote accounts come from their servers. */
const counters: [table: string, counter: string, rows: string, condition: string][] = [
  ['eventable', 'likes_count', '"like" r WHERE r.eventable_id = t.id', 'true'],
  ['eventable', 'boosts_count', 'boost r WHERE r.eventable_id = t.id', 'true'],
  [
    'eventable',
    'replies_count',
    `eventable r WHERE r.in_reply_to_id = t.id AND is_counted(r.publication, r.visibility)`,
    'true',
  ],
  [
    'eventable',
    'cooked_count',
    `eventable r WHERE r.recipe_id = t.id AND is_counted(r.publication, r.visibility)`,
    'true',
  ],
  [
    'eventable',
    'forks_count',
    `eventable r WHERE r.forked_from_id = t.id AND is_counted(r.publication, r.visibility)`,
    'true',
  ],
  [
    'eventable',
    'revisions_count',
    'revision r WHERE r.eventable_id = t.id AND is_as_open(r.visibility, t.visibility)',
    'true',
  ],
  ['account', 'followers_count', 'follow r WHERE r.followee_id = t.id', `t.host = ''`],
  ['account', 'following_count', 'follow r WHERE r.follower_id = t.id', `t.host = ''`],
  ['collection', 'followers_count', 'collection_follow r WHERE r.collection_id = t.id', 'true'],
];

export async function findWrongCounters(instance: Instance): Promise<string[]> {
  const found = counters.map(([table, counter, rows, condition]) =>
    query<{ id: string; stored: number; counted: number }>(
      instance,
      `SELECT * FROM (SELECT t.id, t.${counter} AS stored, (SELECT count(*)::int FROM ${rows}) AS counted
         FROM ${table} t WHERE ${condition}) both_counts WHERE stored <> counted`,
    ).then((wrong) =>
      wrong.map(({ id, stored, counted }) => `${counter} of ${table} ${id} is ${stored}, counted ${counted}`),
    ),
  );
  return (await Promise.all(found)).flat();
}
