/** Follows of members by accounts of other servers, and their Undos: most ask for nothing else, and are done many at a time. */
import { deleteFollows, insertFollows, lockDeeds } from '../db/sql/adopt-follows.ts';
import { jobs } from '../jobs/catalogue.ts';
import { wakeRelay } from '../jobs/wake.ts';
import { toAnswer } from './answer-follow.ts';
import { together } from './together.ts';

interface Asked {
  followerId: number;
  followeeId: number;
  iri: string;
}

/** True when it is done and accepted; false when it is not new, or is not granted to everybody at once. */
export const adoptFollow = together(async (tx, all: Asked[]) => {
  const given = all.map(({ followerId, followeeId, iri }, place) => ({
    ...{ place, follower_id: followerId, followee_id: followeeId, iri },
    accept: toAnswer('Accept', followeeId, followerId, iri),
  }));
  const [, made] = await Promise.all([
    lockDeeds(
      tx,
      all.map(({ iri }) => iri),
      all.map(({ followerId }) => followerId),
      all.map(({ followeeId }) => followeeId),
    ),
    insertFollows(tx, JSON.stringify(given), jobs.sendActivity.name),
  ]);
  if (made.length > 0) tx.afterCommit(wakeRelay);
  return made;
});

/** True when the follow stood by this activity of the account's, and by no other, and is over; else nothing has happened. */
export const endFollow = together(async (tx, all: { iri: string; followerId: number }[]) => {
  const given = all.map(({ iri, followerId }, place) => ({ place, follower_id: followerId, iri }));
  const [, gone] = await Promise.all([
    lockDeeds(
      tx,
      all.map(({ iri }) => iri),
      all.map(({ followerId }) => followerId),
      [],
    ),
    deleteFollows(tx, JSON.stringify(given)),
  ]);
  return gone;
});
