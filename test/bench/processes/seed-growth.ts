/** Fills the database with as many events as asked for, and with members who can log in to see them. */
import pg from 'pg';
import { connect, disconnect, pool } from '../../../src/db/client.ts';
import { createToken } from '../../../src/domain/access/tokens.ts';
import { ensureInstanceActor, register } from '../../../src/domain/accounts/register.ts';
import { recordTotals } from '../../../src/domain/instance/usage.ts';
import { reindexRecipes } from '../../../src/domain/items/search-index.ts';
import { refreshTrends } from '../../../src/domain/search/explore.ts';
import { config } from '../../../src/lib/config.ts';
import { createOpaqueToken } from '../../../src/lib/secrets.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';
import { type GrowthIds, type GrowthMembers, growthNames, seedGrowth } from '../seed/growth.ts';

interface Member {
  id: number;
  username: string;
  token: string;
  /** The value of the session cookie. */
  session: string;
}

export interface Grown {
  baseUrl: string;
  events: number;
  members: Record<keyof GrowthMembers, Member>;
  ids: GrowthIds;
}

async function join(username: string): Promise<Member> {
  const { id } = await register({ username, name: username });
  const scopes = ['read', 'write', 'account:read', 'account:write'] as const;
  const { text: session, hash } = createOpaqueToken('pls_');
  await pool().query(`INSERT INTO session (hash, account_id, expires_at) VALUES ($1, $2, now() + interval '1 year')`, [
    hash,
    id,
  ]);
  return { id, username, token: await createToken({ accountId: id, scopes }), session };
}

const events = await receiveMessage<number>();
connect(config.databaseUrl!, { max: 4 });
await ensureInstanceActor();
const members = {
  author: await join(growthNames.author),
  reader: await join(growthNames.reader),
  muter: await join(growthNames.muter),
};
await pool().query(`UPDATE member SET role = 'owner' WHERE account_id = $1`, [members.author.id]);

// The pool ends statements that take as long as these.
const client = new pg.Client({ connectionString: config.databaseUrl! });
await client.connect();
const ids = await seedGrowth(client, {
  baseUrl: config.baseUrl,
  events,
  author: members.author.id,
  reader: members.reader.id,
  muter: members.muter.id,
});
await disconnect();
connect(config.databaseUrl!, { max: 1 });
await pool().query('SET statement_timeout = 0');
await reindexRecipes();
await refreshTrends();
await recordTotals();
await client.query('VACUUM ANALYZE recipe_search, eventable_trend, account_trend');
await client.end();
await disconnect();
await sendResult({ baseUrl: config.baseUrl, events, members, ids } satisfies Grown);
