/** The inbox receiver alone: activities are received, and their jobs run at once. */
import { beforeAll, beforeEach, expect } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { receive } from '../../src/federation/receive/receive.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { bob, remote } from './bob.ts';
import { useDatabase } from './database-connection.ts';
import { drain } from './drain.ts';
import { type Json, type PeerActor, type RemoteServer, setInboxHandler } from './remote-server.ts';

/** Used by a whole test file; the key cache is cleared before each test. */
export function useReceiver(): void {
  useDatabase();
  beforeAll(() => {
    setInboxHandler((request) => {
      const to = /^\/users\/(\d+)\/inbox$/.exec(new URL(request.url).pathname)?.[1];
      return receive(request, to === undefined ? null : Number(to));
    });
  });
  beforeEach(clearCaches);
}

export function clearCaches(): void {
  emptyCaches();
}

/** Sends an activity, expects 202 and runs its jobs. Returns the activity. */
export async function deliverFrom(
  from: RemoteServer,
  type: string,
  by: PeerActor,
  object: unknown,
  changes: Json = {},
): Promise<Json> {
  const activity = from.activity(type, by, object, changes);
  expect((await from.send(activity)).status).toBe(202);
  await drain();
  return activity;
}

/** Sends an activity of Bob. */
export const deliverFromBob = (type: string, object: unknown, changes: Json = {}): Promise<Json> =>
  deliverFrom(remote, type, bob, object, changes);

/** Returns the outcome of an activity; null while it is pending. */
export async function outcomeOf({ id }: Json): Promise<string | null> {
  const { rows } = await pool().query('SELECT outcome FROM inbound WHERE activity_iri = $1 ORDER BY id DESC', [id]);
  return rows[0]?.outcome ?? null;
}

/** Returns a remote account as stored here. */
export const storedAccount = async ({ iri }: PeerActor): Promise<Account> => (await findAccountByIri(iri))!;
