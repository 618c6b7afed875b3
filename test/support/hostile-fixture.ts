/** Accounts, posts and a hostile server. A refused request must leave the database unchanged. */
import { beforeAll, expect } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { testApp } from './as.ts';
import { useDatabase } from './database-connection.ts';
import { enqueuedFollow, runFederationJobs } from './federation-jobs.ts';
import { publishStatus } from './own-status.ts';
import { onIdleDesktop, processorTime } from './processor-time.ts';
import { type Json, type PeerActor, type RemoteServer, remoteServerAt } from './remote-server.ts';
import { changed, tableChecksums, watchTables } from './table-checksums.ts';

export interface HostileFixture {
  ann: Account;
  /** Posts by Ann: one public, one for followers. */
  post: { id: number; iri: string };
  secret: { id: number; iri: string };
  good: RemoteServer;
  /** Follows Ann and is followed by her, likes and boosts her post. His note is stored. */
  bob: PeerActor;
  note: Json & { id: string };
  bobsFollow: Json;
  bobsLike: Json;
  bobsBoost: Json;
  annsFollowIri: string;
  /** On Bob's server, without any relation to him. */
  mal: PeerActor;
  evil: RemoteServer;
  /** A known account with a known key. */
  eve: PeerActor;
}

/** Filled by `useHostileFixture`. */
export let fixture: HostileFixture;

/** Connects the database and creates the fixture for a test file. */
export function useHostileFixture(): void {
  useDatabase();
  beforeAll(async () => {
    fixture = await createFixture();
    // Limits per host are counted there.
    await watchTables('key_value');
  });
}

async function createFixture(): Promise<HostileFixture> {
  const good = remoteServerAt('good.example');
  const evil = remoteServerAt('evil.example');
  const [bob, mal, eve] = [good.actor('bob'), good.actor('mal'), evil.actor('eve')];
  const ann = await register({ username: 'ann' });
  const [post, secret] = [await publishStatus(ann), await publishStatus(ann, 'private')];

  const bobsFollow = good.activity('Follow', bob, ann.iri);
  await deliver(good, bobsFollow);
  await follow(ann.id, (await findAccountByIri(bob.iri))!.id);
  const annsFollowIri = await enqueuedFollow();
  await deliver(good, good.activity('Accept', bob, annsFollowIri));

  const bobsLike = good.activity('Like', bob, post.iri);
  const bobsBoost = good.activity('Announce', bob, post.iri);
  const note = good.note(bob);
  for (const activity of [bobsLike, bobsBoost, good.activity('Create', bob, note)]) await deliver(good, activity);
  // An activity without effect makes both known.
  await deliver(good, good.activity('Undo', mal, good.iri('/activities/none')));
  await deliver(evil, evil.activity('Undo', eve, evil.iri('/activities/none')));

  const known = { ann, post, secret, good, bob, mal, evil, eve };
  return { ...known, note, bobsFollow, bobsLike, bobsBoost, annsFollowIri };
}

async function deliver(server: RemoteServer, activity: Json): Promise<void> {
  expect((await testApp().fetch(server.signedBy(activity))).status).toBe(202);
  await runFederationJobs();
}

/** Rows that a refused request may leave: the sender and its key. */
export const senderTables = ['account', 'actor_key', 'host', 'medium'];

/** Sends a request to the application and runs its jobs. Returns status, reason, changed tables and processor time. */
export async function attack(
  request: Request,
): Promise<{ status: number; reason: string; changed: string[]; ms: number }> {
  const before = await tableChecksums();
  let [status, reason] = [0, ''];
  const ms = await processorTime(async () => {
    const response = await testApp().fetch(request);
    ({ status } = response);
    reason = ((await response.json()) as { error?: string }).error ?? '';
    await runFederationJobs();
  });
  return { status, reason, changed: changed(before, await tableChecksums()), ms };
}

const maxRefusalMs = 2_000;

/** Expects a quick refusal, or that it is ignored (202), with a reason, and nothing stored. */
export async function expectRefused(request: Request, status: number, leaves: string[] = []): Promise<string> {
  const seen = await attack(request);
  expect(seen).toMatchObject({ status });
  expect(seen.reason).toMatch(status === 202 ? /^ignored: \w/ : /\w/);
  expect(seen.changed.filter((table) => !leaves.includes(table))).toEqual([]);
  expect(onIdleDesktop(seen.ms, maxRefusalMs)).toBeLessThan(maxRefusalMs);
  return seen.reason;
}

/** Lists failed jobs. No input from other servers may make a handler throw. */
export async function failedJobs(): Promise<string[]> {
  const { rows } = await pool().query<{ job: string; last_error: string }>(
    'SELECT job, last_error FROM outbox WHERE errors > 0 OR quarantined_at IS NOT NULL',
  );
  return rows.map(({ job, last_error }) => `${job}: ${last_error}`);
}
