/** Remote inboxes that accept or refuse deliveries, and activities to deliver. */
import { onTestFinished } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { type ActorProfile, upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { enqueueDeliveries } from '../../src/federation/deliver/send.ts';
import { type Route, routeFetchTo } from '../../src/lib/fetch/connections.ts';
import { routeToHandler } from './fetch-route.ts';
import { deliveryIds } from './sent-activities.ts';

export interface DeliveredRequest {
  url: string;
  headers: Headers;
  body: string;
}

/** Answers POSTs with the given responses in order, then repeats the last. Records requests. */
export function peer(
  host: string,
  ...answers: (Response | ((requests: DeliveredRequest) => Response))[]
): DeliveredRequest[] {
  const requests: DeliveredRequest[] = [];
  const route = routeToHandler(async (request) => {
    const delivered = { url: request.url, headers: request.headers, body: await request.text() };
    requests.push(delivered);
    const response = answers[Math.min(requests.length, answers.length) - 1]!;
    return typeof response === 'function' ? response(delivered) : response.clone();
  });
  routes.set(host, route);
  routeFetchTo(routes);
  onTestFinished(() => void routes.delete(host));
  return requests;
}

const routes = new Map<string, Route>();

export const emptyResponse = (code: number, headers: Record<string, string> = {}) =>
  new Response(code === 204 ? null : '', { status: code, headers });

/** An activity of a remote account. */
export function profileOf(name: string, host: string, changes: Partial<ActorProfile> = {}): ActorProfile {
  const iri = `https://${host}/users/${name}`;
  return {
    iri,
    username: name,
    host,
    handle: `${name}@${host}`,
    url: null,
    actorType: 'Person',
    name,
    summary: '',
    summaryHtml: '',
    inbox: `${iri}/inbox`,
    sharedInbox: `https://${host}/inbox`,
    outbox: null,
    followersIri: `${iri}/followers`,
    followingIri: null,
    featuredIri: null,
    headerUrl: null,
    avatarUrl: null,
    avatarDescription: null,
    locked: false,
    discoverable: true,
    indexable: true,
    alsoKnownAs: [],
    movedToIri: null,
    suspended: false,
    publishedAt: null,
    followersCount: null,
    followingCount: null,
    keys: [],
    ...changes,
  };
}

/** A remote account. */
export const upsertAccount = (name: string, host: string, changes: Partial<ActorProfile> = {}): Promise<Account> =>
  upsertRemoteAccount(profileOf(name, host, changes), { readOutbox: false });

/** Enqueues deliveries of an activity to these accounts. Returns their ids in the order of the inboxes. */
export async function enqueueDeliveriesTo(
  activityId: number,
  authorId: number,
  accountIds: number[],
): Promise<number[]> {
  const recipients = { addressedIds: accountIds, toFollowers: false, formerly: null, personally: false };
  await enqueueDeliveries(activityId, authorId, recipients);
  return deliveryIds({ activityId });
}
