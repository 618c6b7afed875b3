/** Peers that take or refuse what is delivered, and activities to deliver to them. */

import { onTestFinished } from 'vitest';
import { pool } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { type ActorProfile, adoptAccount } from '../../src/domain/accounts/adopt.ts';
import { listInboxes } from '../../src/federation/delivery/list.ts';
import { type Route, routeFetchTo } from '../../src/lib/fetch.ts';
import { answering } from './answering.ts';

export interface Taken {
  url: string;
  headers: Headers;
  body: string;
}

/** Answers POSTs as told, one after the other, the last for ever; notes what it got. */
export function peer(host: string, ...answers: (Response | ((taken: Taken) => Response))[]): Taken[] {
  const taken: Taken[] = [];
  const route = answering(async (request) => {
    const got = { url: request.url, headers: request.headers, body: await request.text() };
    taken.push(got);
    const answer = answers[Math.min(taken.length, answers.length) - 1]!;
    return typeof answer === 'function' ? answer(got) : answer.clone();
  });
  routes.set(host, route);
  routeFetchTo(routes);
  onTestFinished(() => void routes.delete(host));
  return taken;
}

const routes = new Map<string, Route>();

export const status = (code: number, headers: Record<string, string> = {}) =>
  new Response(code === 204 ? null : '', { status: code, headers });

/** Of somebody on another server, as their actor says it. */
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

/** Somebody on another server. */
export const adopted = (name: string, host: string, changes: Partial<ActorProfile> = {}): Promise<Account> =>
  adoptAccount(profileOf(name, host, changes), { readOutbox: false });

export async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool().query(sql, values)).rows as Row[];
}

/** Promises that these accounts get an activity. */
export const deliverTo = (activityId: number, authorId: number, accountIds: number[]): Promise<number> =>
  listInboxes(activityId, authorId, {
    ...{ addressedIds: accountIds, toFollowers: false, formerly: null, personally: false },
  });
