/** Statements that compare the followers known to two servers (FEP-8fcf). */
import { statement } from '../../statement.ts';

/** Per server (empty for this one): the XOR of the SHA-256 of its followers' IRIs, as 256 binary digits. */
export const selectFollowerDigests = statement<{ host: string; bits: string }, [followeeId: number]>(
  'select_follower_digests',
  `SELECT a.host, bit_xor(('x' || encode(sha256(convert_to(a.iri, 'UTF8')), 'hex'))::bit(256))::text AS bits
   FROM follow f JOIN account a ON a.id = f.follower_id
   WHERE f.followee_id = $1 AND a.iri IS NOT NULL AND a.deleted_at IS NULL GROUP BY a.host`,
);

/** Followers on one server. */
export const listFollowersOn = statement<{ id: number; iri: string }, [followeeId: number, host: string]>(
  'list_followers_on',
  `SELECT a.id, a.iri FROM follow f JOIN account a ON a.id = f.follower_id
   WHERE f.followee_id = $1 AND a.host = $2 AND a.iri IS NOT NULL AND a.deleted_at IS NULL ORDER BY f.id`,
);
