/** Gives a local account remote followers on mock servers, without asking these servers. */
import type { Instance } from '../../support/instance.ts';
import { query } from '../database.ts';

/** Spreads `count` followers over `hosts`; follower n is `/users/fann`, or begins with another prefix. */
export async function seedFollowers(
  instance: Instance,
  hosts: string[],
  count: number,
  followee = 'ann',
  prefix = 'fan',
): Promise<void> {
  await query(
    instance,
    `WITH made AS (
       INSERT INTO account (iri, username, host, handle, state, inbox, shared_inbox, fetched_at)
       SELECT 'http://' || host || '/users/' || name, name, host, name || '@' || host, 'loaded',
         'http://' || host || '/users/' || name || '/inbox', 'http://' || host || '/inbox', now()
       FROM generate_series(1, $2::int) n,
         LATERAL (SELECT ($1::text[])[n % cardinality($1::text[]) + 1] AS host, $4 || n AS name) named
       RETURNING id
     ), followed AS (
       UPDATE account SET followers_count = followers_count + $2 WHERE handle = $3 RETURNING id
     )
     INSERT INTO follow (follower_id, followee_id) SELECT made.id, followed.id FROM made, followed`,
    [hosts, count, followee, prefix],
  );
}
