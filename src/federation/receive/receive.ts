/** Receives activities: checks, verifies and stores them. */
import { isUnavailable } from '../../db/errors.ts';
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
import { readBody } from '../../lib/read-body.ts';
import { type WindowCounter, windowCounter } from '../../lib/window-counter.ts';
import { isActivityType } from '../activity.ts';
import { closeCircuit } from '../deliver/deliver.ts';
import { isUnusual } from '../json-ld/compact.ts';
import { iriOf, isActivityMedia, parseDocument } from '../json-ld/json.ts';
import { ownUrl, Refusal, requesterOf } from '../request.ts';
import { isKeyId, readSignature } from '../verify/signature/read-signature.ts';
import { receiveForwarded } from './receive-forwarded.ts';
import { isKnownActor, isSignedByActor, readClaims, storeActivity, verifyAndCompact } from './verify.ts';

// Checks an inbox POST before its signature is verified. Each check throws a Refusal.

function checkForm({ method, headers }: Request): void {
  if (method !== 'POST') throw new Refusal(405, 'an inbox accepts POST only');
  if (!isActivityMedia(headers.get('content-type'))) {
    throw new Refusal(415, 'the content type must be application/activity+json');
  }
  if (headers.has('content-encoding')) {
    throw new Refusal(415, 'a content encoding is not supported, send the body uncompressed');
  }
}

function checkKeyId(keyId: string): void {
  if (!isKeyId(keyId)) throw new Refusal(401, 'the key id is not an http(s) IRI of at most 1,024 bytes');
  if (isLocalIri(keyId)) throw new Refusal(403, 'a local account cannot send to this inbox');
}

/**
 * Why nothing by this actor or key has an effect, or null. This is no Refusal, because the sender can do nothing about
 * it and would only try again: servers forward our own activities to all followers of an account, and some of these are
 * ours.
 */
async function findReasonToIgnore(iri: string): Promise<string | null> {
  if (isLocalIri(iri)) return 'ignored: an activity of this server';
  return (await isBlockedUrl(iri)) ? 'ignored: the server is blocked' : null;
}

async function checkRecipient(id: number | null): Promise<void> {
  if (id === null) return;
  const account = await findAccount(id);
  if (!account || !isLocal(account) || account.deletedAt) throw new Refusal(404, 'there is no such inbox');
}

// Limits how much addresses, hosts and actors may send to our inboxes. Each function throws a Refusal with 429.

const windowMs = 5 * 60_000;
/** In units of 8 KiB, at least one for each activity. Groups and relays send for many people. */
const unitBytes = 8 * 1_024;
export const maxPerActor = 3_000;
export const maxPerHost = 30_000;
const perActor = windowCounter({ quota: maxPerActor, windowMs });
const perHost = windowCounter({ quota: maxPerHost, windowMs });
const perAddress = windowCounter({ quota: maxPerHost, windowMs });

/** Reports are read by people. */
export const maxReportsPerHost = 30;
const reports = windowCounter({ quota: maxReportsPerHost, windowMs: 3_600_000 });

/** Called before a body is read. */
function checkAddress(address: string): void {
  if (perAddress.isExhausted(address)) refuse('address', perAddress, address);
}

/** Counts a body that was read. Nothing else of the request is verified. */
function countForAddress(address: string, bytes: number): void {
  perAddress.take(address, unitsOf(bytes));
}

/** Counts an activity whose signature has verified. `keyId` is the key that signed the request. */
function countForSigner(keyId: string, type: string, bytes: number): void {
  const actor = keyId.replace(/#.*$/, '');
  const { host } = new URL(keyId);
  if (!perActor.take(actor, unitsOf(bytes))) refuse('account', perActor, actor);
  if (!perHost.take(host, unitsOf(bytes))) refuse('server', perHost, host);
  if (type === 'Flag' && !reports.take(host)) refuse('server', reports, host);
}

const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / unitBytes));

function refuse(sender: 'address' | 'account' | 'server', counter: WindowCounter, key: string): void {
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
  if (!account?.followersIri || paramOf(header, 'collectionId') !== account.followersIri) return;
  if (!url || originOf(url) !== originOf(actorIri) || synchronisedAccounts.get(account.id)) return;
  if ((await followerDigests(account.id))('') === paramOf(header, 'digest')?.toLowerCase()) return;

  synchronisedAccounts.set(account.id, true);
  await transact((tx) => enqueue(tx, jobs.synchroniseFollowers, { accountId: account.id, url }));
}

const paramOf = (header: string, name: string): string | null =>
  new RegExp(`(?:^|[,\\s])${name}="([^"]*)"`).exec(header)?.[1] ?? null;

// Receives activities: checks an inbox POST, verifies who sent it, and stores it

export const maxBodyBytes = 2 ** 20;

/**
 * Answers a POST to the shared inbox (`recipientId` null) or to a local account's inbox.
 * 202: stored in the database, or without an effect here. 4xx: refused for a reason that the sender can correct. 429
 * and 503: try again later, because of a limit or because the database is down.
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
    body: text,
    signedAt: signature.signedAt,
    isForwarded: false,
    verifiedByLdSignature: false,
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
