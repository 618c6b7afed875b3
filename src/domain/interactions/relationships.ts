/** Reads the relationships between accounts. */
import { selectRelationships } from '../../db/sql/follows.ts';
import { db } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';

export interface Relationship {
  id: number;
  following: boolean;
  followed: boolean;
  followingRequested: boolean;
  followerRequested: boolean;
  blocking: boolean;
  muting: boolean;
  mutingNotifications: boolean;
  /** Also while the follow is only requested. */
  hidingBoosts: boolean;
  /** The viewer blocks the account's server. */
  domainBlocking: boolean;
}

/** Throws not_found. */
export async function getRelationship(viewerId: number, id: number): Promise<Relationship> {
  const [relationship] = await getRelationships(viewerId, [id]);
  if (!relationship) throw notFound();
  return relationship;
}

/** In the requested order; unknown accounts are left out. */
export async function getRelationships(viewerId: number, ids: number[]): Promise<Relationship[]> {
  const rows = await selectRelationships(db, viewerId, ids);
  return rows.map((row) => ({
    id: row.id,
    following: row.following,
    followed: row.followed,
    followingRequested: row.following_requested,
    followerRequested: row.follower_requested,
    blocking: row.blocking,
    muting: row.muting,
    mutingNotifications: row.muting_notifications,
    hidingBoosts: row.hiding_boosts,
    domainBlocking: row.domain_blocking,
  }));
}
