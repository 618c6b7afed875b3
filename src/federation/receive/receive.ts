/** Receives activities: reads a POST to an inbox, verifies who sent it, and stores its activity. */
import { isUnavailable } from '../../db/errors.ts';
import { selectHasKey } from '../../db/sql/accounts.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { findAccount, findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { followerDigests } from '../../domain/interactions/follow.ts';
import { isBlockedUrl } from '../../domain/moderation/domain-rules.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { createCache } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { log } from '../../lib/log.ts';
import { noteFailure } from '../../lib/operation.ts';
import { readBody } from '../../lib/read-body.ts';
import { type WindowCounter, windowCounter } from '../../lib/window-counter.ts';
import { isActivityType } from '../activity.ts';
import { closeCircuit } from '../deliver/deliver.ts';
import { compacted, isUnusual } from '../json-ld/compact.ts';
import { iriOf, isPostedJson, parseDocument } from '../json-ld/json.ts';
import { ownUrl, Refusal } from '../request.ts';
import { findKey, SignerGone, verifySigner } from '../verify/keys.ts';
import { readSignature } from '../verify/signature/read-signature.ts';
import { verifyForwarded } from './forwarded.ts';
import { Ignored, type InboxRequest, readClaims, storeActivity } from './inbox-request.ts';

export const maxBodyBytes = 2 ** 20;

/**
 * Answers a request to the shared inbox (`recipientId` null) or to a local account's inbox. Cheap checks come first, so
 * that a stranger's request costs little.
 * 202: stored in the database, or without an effect here. 4xx: refused for a reason that the sender can correct. 429
 * and 503: try again later, because of a limit or because the database is down.
 * @param requester the address that limits count by
 */
export async function receive(request: Request, recipientId: number | null, requester = 'unknown'): Promise<Response> {
  try {
    const inboxRequest = await readInboxRequest(request, requester);
    await checkEffect(inboxRequest, recipientId);
    const isOwn = await isSignedByActor(inboxRequest);
    countForSigner(inboxRequest);
    const proof = isOwn ? null : await verifyForwarded(inboxRequest);
    await storeActivity({ ...inboxRequest, proof });

    const { actor } = inboxRequest.claims;
    if (isOwn) await closeCircuit(new URL(actor).host);
    if (isOwn) await compareFollowers(actor, request.headers);
    return respond(202, 'accepted');
  } catch (error) {
    if (error instanceof Ignored) return respond(202, error.message);
    if (error instanceof Refusal) {
      noteFailure(error.message);
      return respond(error.status, error.message, {
        ...(error.status === 405 && { allow: 'POST' }),
        ...(error.retryAfterSeconds && { 'retry-after': String(error.retryAfterSeconds) }),
      });
    }
    if (!isUnavailable(error)) throw error;
    noteFailure(error);
    return respond(503, 'the database is unavailable, try again later', { 'retry-after': '30' });
  }
}

function respond(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error: message }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

/** Throws Ignored for a blocked server, and a Refusal for a request of the wrong form. */
async function readInboxRequest(request: Request, requester: string): Promise<InboxRequest> {
  const { method, headers } = request;
  if (method !== 'POST') throw new Refusal(405, 'an inbox accepts POST only');
  if (!isPostedJson(headers.get('content-type')))
    throw new Refusal(415, 'the content type must be application/activity+json');
  if (headers.has('content-encoding'))
    throw new Refusal(415, 'a content encoding is not supported, send the body uncompressed');

  if (perAddress.isExhausted(requester)) refuseExcess('address', perAddress, requester);
  const body = await readBody(request, maxBodyBytes);
  if (!body) throw new Refusal(413, 'the document is larger than 1 MiB');
  const units = Math.max(1, Math.ceil(body.length / unitBytes));
  perAddress.take(requester, units);

  const { json, text } = parseDocument(body);
  const plainClaims = isUnusual(json) ? null : readClaims(json, body);
  const signature = readSignature({ method, url: ownUrl(request), headers, body });
  if (isLocalIri(signature.keyId)) throw new Refusal(403, 'a local account cannot send to this inbox');
  if (await isBlockedUrl(signature.keyId)) throw new Ignored('the server is blocked');

  // Compacting an unusual document is slow, so its signature is verified before its claims are read.
  const signer = plainClaims ? null : await verifySigner(signature, requester);
  const claims = plainClaims ?? readClaims(await compacted(json, signature.keyId), body);
  return { requester, json, text, claims, signature, signer, units };
}

/** Throws Ignored for an activity without an effect here, and a Refusal for a missing inbox. Fetches nothing. */
async function checkEffect({ claims, signature }: InboxRequest, recipientId: number | null): Promise<void> {
  const { actor, type } = claims;
  // Servers forward our own activities to all followers of an account, and some of these are ours.
  if (isLocalIri(actor)) throw new Ignored('an activity of this server');
  if (await isBlockedUrl(actor)) throw new Ignored('the server is blocked');

  if (recipientId !== null) {
    const account = await findAccount(recipientId);
    if (!account || !isLocal(account) || account.deletedAt) throw new Refusal(404, 'there is no such inbox');
  }

  if (!isActivityType(type)) throw new Ignored('unknown activity type');
  const changesObject = type === 'Delete' || type === 'Update';
  if (!changesObject || (await findKey(signature.keyId))?.actorIri === actor) return;
  const [known] = await selectHasKey(db, actor);
  if (!known?.has_key) throw new Ignored('unknown actor');
}

/** False when another account signed the request. Throws a Refusal when the signature does not verify. */
async function isSignedByActor({ claims, signature, signer, requester }: InboxRequest): Promise<boolean> {
  const { actor, type, objectIri } = claims;
  try {
    return (signer ?? (await verifySigner(signature, requester))).actorIri === actor;
  } catch (error) {
    // A deleted account has no key left. Its server has just answered 410 for it, which confirms the Delete.
    const isOwnDeletion = type === 'Delete' && objectIri === actor && signature.keyId.replace(/#.*$/, '') === actor;
    if (error instanceof SignerGone && isOwnDeletion) return true;
    throw error;
  }
}

// Limits how much addresses, hosts and actors may send to our inboxes

const windowMs = 5 * 60_000;
/** In units of 8 KiB, at least one for each activity. Groups and relays send for many people. */
const unitBytes = 8 * 1_024;
export const maxPerActor = 3_000;
export const maxPerHost = 30_000;
const perActor = windowCounter({ quota: maxPerActor, windowMs });
const perHost = windowCounter({ quota: maxPerHost, windowMs });
/** Counts all bodies, also of requests that are refused. */
const perAddress = windowCounter({ quota: maxPerHost, windowMs });

/** Reports are read by people. */
export const maxReportsPerHost = 30;
const reports = windowCounter({ quota: maxReportsPerHost, windowMs: 3_600_000 });

/** Counts an activity whose signature has verified, for the key that signed the request. Throws a Refusal with 429. */
function countForSigner({ signature, claims, units }: InboxRequest): void {
  const signer = signature.keyId.replace(/#.*$/, '');
  const { host } = new URL(signer);
  if (!perActor.take(signer, units)) refuseExcess('account', perActor, signer);
  if (!perHost.take(host, units)) refuseExcess('server', perHost, host);
  if (claims.type === 'Flag' && !reports.take(host)) refuseExcess('server', reports, host);
}

function refuseExcess(sender: 'address' | 'account' | 'server', counter: WindowCounter, key: string): void {
  if (!config.rateLimits) return;
  throw new Refusal(429, `your ${sender} sends too much, try again later`, counter.secondsLeft(key));
}

// Compares our follows of a remote account with the `Collection-Synchronization` header it sends (FEP-8fcf)

const maxHeaderLength = 4_000;
/** An unchanged header is compared once a minute, and an account is synchronised once in 5 minutes. */
const comparedHeaders = createCache<string, true>({ max: 5_000, ttl: 60_000 });
const synchronisedAccounts = createCache<number, true>({ max: 5_000, ttl: 5 * 60_000 });

/** Enqueues a synchronisation when the digests differ. The actor must be verified. Never throws. */
async function compareFollowers(actorIri: string, headers: Headers): Promise<void> {
  const header = headers.get('collection-synchronization');
  if (!header || header.length > maxHeaderLength || comparedHeaders.get(`${actorIri} ${header}`)) return;
  comparedHeaders.set(`${actorIri} ${header}`, true);
  await compare(actorIri, header).catch((error: Error) =>
    log.warn({ actor: actorIri, error: error.message }, 'comparing followers failed'),
  );
}

async function compare(actorIri: string, header: string): Promise<void> {
  const url = iriOf(paramOf(header, 'url'));
  const account = await findAccountByIri(actorIri);
  if (!account?.followersIri || iriOf(paramOf(header, 'collectionId')) !== account.followersIri) return;
  if (!url || originOf(url) !== originOf(actorIri) || synchronisedAccounts.get(account.id)) return;
  if ((await followerDigests(account.id))('') === paramOf(header, 'digest')?.toLowerCase()) return;

  synchronisedAccounts.set(account.id, true);
  await transact((tx) => enqueue(tx, jobs.synchroniseFollowers, { accountId: account.id, url }));
}

const paramOf = (header: string, name: string): string | null =>
  new RegExp(`(?:^|[,\\s])${name}="([^"]*)"`).exec(header)?.[1] ?? null;
