/** Stands before the inboxes: what another server says is kept only once it is certain who says it. */

import { isUnavailable } from '../db/errors.ts';
import { selectIsHeardOf } from '../db/sql/actor-keys.ts';
import { db } from '../db/statement.ts';
import { findAccount, isLocal } from '../domain/accounts/account.ts';
import { isOurs, originOf } from '../lib/iris.ts';
import { log } from '../lib/log.ts';
import { isActivityType } from './activity.ts';
import { isBlocked } from './blocked-hosts.ts';
import { compacted, isUnusual } from './compact.ts';
import { noteAlive } from './delivery/hosts.ts';
import { parseDocument } from './document.ts';
import { accept } from './gate/accept.ts';
import { type ActivityClaims, readClaims } from './gate/claims.ts';
import { hearFollowers } from './gate/followers.ts';
import { followUp } from './gate/forwarded.ts';
import { readBody } from './gate/read-body.ts';
import { findVoucher } from './gate/vouched.ts';
import type { JsonObject } from './json.ts';
import { findKey } from './keys/known.ts';
import { verifySigner } from './keys/verify.ts';
import { isActivityMedia } from './media-type.ts';
import { ownUrl } from './own-url.ts';
import { answer, Refusal } from './refusal.ts';
import { failureOf } from './resolve/error.ts';
import type { SignatureClaim } from './signature/claim.ts';
import { isKeyId, readSignature } from './signature/read.ts';

/**
 * Answers a POST to the shared inbox (`recipientId` null) or to a member's. 202 means that the activity is in the
 * database, or is known to have no effect; 4xx, with a reason, that it is not believed; 503 that the database is away.
 */
export async function receive(request: Request, recipientId: number | null): Promise<Response> {
  try {
    return answer(202, await take(request, recipientId));
  } catch (error) {
    if (error instanceof Refusal) {
      log.debug({ status: error.status, reason: error.message }, 'an activity was refused');
      return answer(error.status, error.message, error.status === 405 ? { allow: 'POST' } : {});
    }
    if (!isUnavailable(error)) throw error;
    return answer(503, 'the database is away', { 'retry-after': '30' });
  }
}

/** What became of it, for the answer's body. Cheap checks come first: a stranger's request must not cost us much. */
async function take(request: Request, recipientId: number | null): Promise<string> {
  refuseForm(request);
  const body = await readBody(request);
  const { json, text } = parseDocument(body);
  // What is unusual takes long to read: only for whoever holds the key they name.
  const plain = isUnusual(json) ? null : readClaims(json, body);
  const claim = readSignature({ method: 'POST', url: ownUrl(request), headers: request.headers, body });
  await refuseSource(claim.keyId);
  const claims = plain ?? (await readUnusual(json, body, claim));
  if (originOf(claims.actor) !== originOf(claim.keyId)) await refuseSource(claims.actor);
  await refuseRecipient(recipientId);

  if (!isActivityType(claims.type)) return 'not understood';
  if (
    (claims.type === 'Delete' || claims.type === 'Update') &&
    !(await isHeardOf(claims.actor, claim.keyId))
  ) {
    return 'not known here';
  }

  if (!(await isFromItsActor(claims, claim))) return takeForwarded(json, text, claims, claim.keyId);
  await accept({ ...claims, body: text, signedPartOnly: false });
  await noteAlive(new URL(claims.actor).host);
  await hearFollowers(claims.actor, request.headers);
  return 'accepted';
}

async function takeForwarded(
  json: JsonObject,
  text: string,
  claims: ActivityClaims,
  bringer: string,
): Promise<string> {
  const voucher = await findVoucher(json, claims, bringer);
  if (voucher !== null) {
    await accept({ ...claims, body: text, signedPartOnly: voucher === 'signature' });
    return 'accepted';
  }
  if (await followUp(claims)) return 'to be looked at';
  throw new Refusal(401, 'the signature is not that of the actor');
}

function refuseForm({ method, headers }: Request): void {
  if (method !== 'POST') throw new Refusal(405, 'an inbox takes POST');
  if (!isActivityMedia(headers.get('content-type'))) {
    throw new Refusal(415, 'the content type must be application/activity+json');
  }
  if (headers.has('content-encoding')) throw new Refusal(415, 'a body with a content encoding is not read');
}

async function readUnusual(
  json: JsonObject,
  body: Uint8Array,
  claim: SignatureClaim,
): Promise<ActivityClaims> {
  await verifySigner(claim).catch((error: unknown) => {
    throw failureOf(error) === 'gone' ? new Refusal(401, 'the signer is gone') : error;
  });
  return readClaims(await compacted(json), body);
}

async function refuseSource(iri: string): Promise<void> {
  if (!isKeyId(iri)) throw new Refusal(401, 'the key id is no http(s) IRI');
  if (isOurs(iri)) throw new Refusal(403, 'nobody here sends to this inbox');
  if (await isBlocked(iri)) throw new Refusal(403, 'the server is blocked');
}

async function refuseRecipient(id: number | null): Promise<void> {
  if (id === null) return;
  const account = await findAccount(id);
  if (!account || !isLocal(account) || account.deletedAt) throw new Refusal(404, 'there is no such inbox');
}

async function isHeardOf(actor: string, keyId: string): Promise<boolean> {
  if ((await findKey(keyId))?.actorIri === actor) return true;
  const [row] = await selectIsHeardOf(db, actor);
  return row?.heard_of ?? false;
}

async function isFromItsActor(claims: ActivityClaims, claim: SignatureClaim): Promise<boolean> {
  try {
    return (await verifySigner(claim)).actorIri === claims.actor;
  } catch (error) {
    if (failureOf(error) !== 'gone') throw error;
    if (isFarewell(claims, claim)) return true;
    throw new Refusal(401, 'the signer is gone');
  }
}

/** An account that is gone takes its key along; that it is gone was just seen at its own address. */
function isFarewell({ type, actor, objectIri }: ActivityClaims, { keyId }: SignatureClaim): boolean {
  return type === 'Delete' && objectIri === actor && keyId.replace(/#.*$/, '') === actor;
}
