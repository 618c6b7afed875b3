/** Receives activities: checks an inbox POST, verifies who sent it, and stores it. */
import { isUnavailable } from '../../db/errors.ts';
import { originOf } from '../../lib/iris.ts';
import { log } from '../../lib/log.ts';
import { readBody } from '../../lib/read-body.ts';
import { isActivityType } from '../activity.ts';
import { closeCircuit } from '../deliver/circuit-breaker.ts';
import { isUnusual } from '../json-ld/compact.ts';
import { parseDocument } from '../json-ld/document.ts';
import { ownUrl } from '../own-url.ts';
import { Refusal } from '../refusal.ts';
import { requesterOf } from '../requester.ts';
import { readSignature } from '../verify/signature/read-signature.ts';
import { readClaims } from './activity-claims.ts';
import { checkForm, checkKeyId, checkRecipient, findReasonToIgnore } from './checks.ts';
import { compareFollowers } from './followers-synchronization.ts';
import { checkAddress, countForAddress, countForSigner } from './inbox-limits.ts';
import { receiveForwarded } from './receive-forwarded.ts';
import { isKnownActor, isSignedByActor, verifyAndCompact } from './signer.ts';
import { storeActivity } from './store.ts';

export const maxBodyBytes = 2 ** 20;

/**
 * Answers a POST to the shared inbox (`recipientId` null) or to a local account's inbox.
 * 202: stored in the database, or without an effect here. 4xx: refused for a reason that the sender can correct. 429 and
 * 503: try again later, because of a limit or because the database is down.
 */
export async function receive(request: Request, recipientId: number | null): Promise<Response> {
  try {
    return respond(202, await verifyAndStore(request, recipientId));
  } catch (error) {
    if (error instanceof Refusal) {
      log.debug({ status: error.status, reason: error.message }, 'activity refused');
      return respond(error.status, error.message, {
        ...(error.status === 405 && { allow: 'POST' }),
        ...(error.retryAfterSeconds && { 'retry-after': String(error.retryAfterSeconds) }),
      });
    }
    if (!isUnavailable(error)) throw error;
    return respond(503, 'the database is unavailable, try again later', { 'retry-after': '30' });
  }
}

/** Cheap checks come first, so that a stranger's request costs little. Returns the text of the 202 response. */
async function verifyAndStore(request: Request, recipientId: number | null): Promise<string> {
  const requester = requesterOf(request);
  checkForm(request);
  checkAddress(requester);
  const body = await readBody(request, maxBodyBytes);
  if (!body) throw new Refusal(413, 'the document is larger than 1 MiB');
  countForAddress(requester, body.length);
  const { json, text } = parseDocument(body);
  // Compacting an unusual document is slow, so its claims are read after its signature has been verified.
  const plainClaims = isUnusual(json) ? null : readClaims(json, body);
  const signature = readSignature({ method: 'POST', url: ownUrl(request), headers: request.headers, body });
  checkKeyId(signature.keyId);
  const ignored = await findReasonToIgnore(signature.keyId);
  if (ignored) return ignored;
  const claims = plainClaims ?? (await verifyAndCompact(json, body, signature, requester));
  const isOfSender = originOf(claims.actor) === originOf(signature.keyId);
  const unwanted = isOfSender ? null : await findReasonToIgnore(claims.actor);
  if (unwanted) return unwanted;
  await checkRecipient(recipientId);

  if (!isActivityType(claims.type)) return 'ignored: unknown activity type';
  const changesObject = claims.type === 'Delete' || claims.type === 'Update';
  if (changesObject && !(await isKnownActor(claims.actor, signature.keyId))) return 'ignored: unknown actor';

  const isOwn = await isSignedByActor(claims, signature, requester);
  countForSigner(signature.keyId, claims.type, body.length);
  if (!isOwn) {
    return receiveForwarded({ json, text, claims, forwarderKeyId: signature.keyId, requester });
  }
  await storeActivity({
    ...claims,
    ...{ body: text, signedAt: signature.signedAt, isForwarded: false, verifiedByLdSignature: false },
  });
  await closeCircuit(new URL(claims.actor).host);
  await compareFollowers(claims.actor, request.headers);
  return 'accepted';
}

function respond(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error: message }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
