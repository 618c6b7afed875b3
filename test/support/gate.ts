/** The gate before the inboxes, alone: what other servers tell is taken in, and what follows from it is done at once. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { connect, disconnect, pool } from '../../src/db/client.ts';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { receive } from '../../src/federation/gate.ts';
import { forgetAttempts } from '../../src/federation/keys/attempts.ts';
import { forgetKeys } from '../../src/federation/keys/known.ts';
import { config } from '../../src/lib/config.ts';
import { drain } from './drain.ts';
import { deliverTo, type Elsewhere, type Json, type PeerActor } from './elsewhere.ts';

/** For as long as a test file runs; each test begins as a stranger to every key. */
export function useGate(): void {
  beforeAll(() => {
    connect(config.databaseUrl!);
    deliverTo((request) => {
      const to = /^\/users\/(\d+)\/inbox$/.exec(new URL(request.url).pathname)?.[1];
      return receive(request, to === undefined ? null : Number(to));
    });
  });
  afterAll(disconnect);
  beforeEach(forgetKeysAndAttempts);
}

export function forgetKeysAndAttempts(): void {
  forgetAttempts();
  forgetKeys();
}

/** Sent, accepted and done; answers the activity. */
export async function tellFrom(
  from: Elsewhere,
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

/** What became of an activity; null while that is open. */
export async function outcomeOf({ id }: Json): Promise<string | null> {
  const { rows } = await pool().query('SELECT outcome FROM inbound WHERE activity_iri = $1', [id]);
  return rows[0]?.outcome ?? null;
}

/** Somebody elsewhere as this server knows them. */
export const known = async ({ iri }: PeerActor): Promise<Account> => (await findAccountByIri(iri))!;
