/** Our open connection to the embedded PostgreSQL, which tells other processes that it is in use. */
import pg from 'pg';
import { createDatabase, joinUsers, leaveUsers } from '../sql/embedded-users.ts';

export type Membership = {
  /** True when we were the last: whoever called must now stop PostgreSQL. False also when it is gone already. */
  leave(): Promise<boolean>;
};

/** Throws what `pg` throws when the database cannot be reached. */
export async function join(url: string): Promise<Membership> {
  let client = await connect(url).catch(async (error) => {
    if ((error as { code?: string }).code !== '3D000') throw error;
    await createFirst(url);
    return connect(url);
  });
  let left = false;
  watch(client);

  // One crashed backend makes PostgreSQL drop every connection and go on: then we must join again.
  function watch(watched: pg.Client): void {
    watched.on('error', () => {});
    watched.once('end', () => {
      if (!left) setTimeout(rejoin, 200).unref();
    });
  }

  async function rejoin(): Promise<void> {
    if (left) return;
    const again = await connect(url).catch(() => null);
    if (again && left) await again.end();
    else if (again) {
      client = again;
      watch(client);
    } else setTimeout(rejoin, 1000).unref();
  }

  async function leave(): Promise<boolean> {
    left = true;
    (client as Unreferable).ref();
    const alone = await leaveUsers(client)
      .catch(async () => {
        client = await connect(url);
        return leaveUsers(client);
      })
      .catch(() => false);
    if (!alone) await client.end().catch(() => {});
    return alone;
  }

  return { leave };
}

type Unreferable = pg.Client & { ref(): void; unref(): void };

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'potluck user' });
  client.on('error', () => {});
  try {
    await client.connect();
    await joinUsers(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  (client as Unreferable).unref();
  return client;
}

/** Two processes may find at once that it is missing. */
async function createFirst(url: string): Promise<void> {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    await createDatabase(client, name);
  } catch (error) {
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}
