/** Believes what somebody else brings if its actor has signed the body itself. */
import { selectIsKnownItem } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { expiringMap } from '../../lib/expiring-map.ts';
import { originOf } from '../../lib/iris.ts';
import { type JsonObject, member } from '../json.ts';
import { findKey } from '../keys/known.ts';
import { verifyKey } from '../keys/verify.ts';
import { Refusal } from '../refusal.ts';
import { failureOf } from '../resolve/error.ts';
import { forMany, type Seal } from '../seal/seal.ts';
import { sealsOf } from '../seal/seals.ts';
import { isKeyId } from '../signature/read.ts';
import { type ActivityClaims, readClaims } from './claims.ts';

const maxFailures = 20;
const failures = expiringMap<string, number>({ max: 5_000, ttl: 5 * 60_000 });

/**
 * How the actor vouches for the activity, or null. `bringer` is the key that signed the request: who brings too much that
 * nobody vouches for is not listened to for a while, for looking takes time.
 */
export async function findVoucher(
  json: JsonObject,
  claims: ActivityClaims,
  bringer: string,
): Promise<Seal['by'] | null> {
  const { host } = new URL(bringer);
  const failed = failures.get(host) ?? 0;
  // Without an id there is no telling whether it came before.
  if (!forMany.has(claims.type) || member(json, 'id') === undefined || failed >= maxFailures) return null;

  const seals = sealsOf(json).filter(
    ({ keyId }) => isKeyId(keyId) && originOf(keyId) === originOf(claims.actor),
  );
  for (const seal of seals) if (await isVouchedFor(seal, claims)) return seal.by;
  if (seals.length > 0) failures.set(host, failed + 1);
  return null;
}

async function isVouchedFor(seal: Seal, claims: ActivityClaims): Promise<boolean> {
  if (!(await findKey(seal.keyId)) && !(await isAboutKnown(claims))) return false;
  const opened = await seal.open();
  if (!opened) return false;
  try {
    const { actorIri } = await verifyKey(seal.keyId, opened.isSignedBy);
    if (actorIri !== claims.actor) return false;
    return !('covered' in opened) || agrees(readClaims(opened.covered, new Uint8Array()), claims);
  } catch (error) {
    if (error instanceof Refusal || failureOf(error) !== null) return false;
    throw error;
  }
}

/** For the sake of others a stranger's key is not fetched. */
async function isAboutKnown({ objectIri, inReplyToIri }: ActivityClaims): Promise<boolean> {
  const iris = [objectIri, inReplyToIri].filter((iri) => iri !== null);
  return (await selectIsKnownItem(db, iris))[0]?.known ?? false;
}

/** What is covered must be what was claimed, and what all the checks before were made on. */
function agrees(covered: ActivityClaims, claims: ActivityClaims): boolean {
  return (['id', 'actor', 'type', 'objectIri'] as const).every((name) => covered[name] === claims[name]);
}

export function forgetBringers(): void {
  failures.clear();
}
