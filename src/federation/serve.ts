/** Answers other servers' GETs of actors, objects, activities and collections. */
import { findAccount, isLocal } from '../domain/accounts/account.ts';
import { config } from '../lib/config.ts';
import { asksForActivity } from './serve/accept.ts';
import { serveActivity } from './serve/activity.ts';
import { serveActor } from './serve/actor.ts';
import { answerError, answerMissing, answerUnsigned } from './serve/answer.ts';
import { type AroundName, serveAround } from './serve/around.ts';
import { type CollectionName, serveCollection } from './serve/collection.ts';
import { serveFollowersOn } from './serve/followers-on.ts';
import { serveObject } from './serve/object.ts';
import { iriOfPage } from './serve/page.ts';
import { isFromBlocked, verifyGet } from './verify-get.ts';

const id = '([1-9]\\d{0,15})';
const item = `/users/${id}/(?:recipes|preparations|bakings|statuses)/${id}(?:/[1-9]\\d{0,8})?`;
const paths = {
  actor: new RegExp(`^/users/${id}$`),
  collection: new RegExp(`^/users/${id}/(outbox|followers|following|featured|followers_synchronization)$`),
  object: new RegExp(`^${item}$`),
  around: new RegExp(`^(${item})/(likes|shares|replies|context)$`),
  activity: new RegExp(`^/users/${id}/activities/[0-9a-f-]{36}$`),
  page: /^\/@[a-z0-9_]{1,30}(?:\/(?:recipes|preparations|bakings|statuses)\/[^/]{1,300})?$/,
};

/** Null for what is not served to other servers: pages for people, and everything else. */
export async function serve(request: Request): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const reads = request.method === 'GET' || request.method === 'HEAD';

  if (paths.page.test(pathname)) {
    if (!reads || !asksForActivity(request.headers.get('accept'))) return null;
    const iri = await iriOfPage(pathname);
    return iri ? serveIri(request, new URL(iri).pathname, searchParams) : answerMissing(request);
  }
  const { actor, collection, object, around, activity } = paths;
  const ours = [actor, collection, object, around, activity].some((path) => path.test(pathname));
  if (!ours) return null;
  return reads ? serveIri(request, pathname, searchParams) : refuseMethod('GET, HEAD');
}

async function serveIri(request: Request, path: string, query: URLSearchParams): Promise<Response> {
  if (await isFromBlocked(request)) return answerError(403, 'the server is blocked', { vary: 'Signature' });

  const iri = `${config.baseUrl}${path}`;
  const actor = paths.actor.exec(path);
  if (actor) return serveActor(request, Number(actor[1]));
  if (paths.object.test(path)) return serveObject(request, iri);
  if (config.authorizedFetch && !(await verifyGet(request))) return answerUnsigned();
  if (paths.activity.test(path)) return serveActivity(request, iri);

  const around = paths.around.exec(path);
  if (around) {
    return serveAround(request, `${config.baseUrl}${around[1]}`, around.at(-1) as AroundName, query);
  }

  const [, accountId, name] = paths.collection.exec(path)!;
  const account = await findAccount(Number(accountId));
  if (!account || !isLocal(account) || account.deletedAt || account.suspendedAt)
    return answerMissing(request);
  if (name === 'followers_synchronization') return serveFollowersOn(request, account);
  return serveCollection(request, account, name as CollectionName, query);
}

function refuseMethod(allow: string): Response {
  return answerError(405, 'method not allowed', { allow });
}
