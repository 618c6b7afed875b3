/** Holds a connection to the embedded PostgreSQL, which tells other processes that it is in use. */
import pg from 'pg';
import { registerUser, unregisterUser } from '../sql/database/embedded-users.ts';

export type Membership = {
  /** Returns true if this process was the last user and must stop PostgreSQL. False if it is already gone. */
  leave(): Promise<boolean>;
};

/** Throws the error of `pg` if the database is unreachable. */
export async function join(url: string): Promise<Membership> {
  let client = await connect(url);
  let left = false;
  watch(client);

  // A crashed backend makes PostgreSQL drop all connections and continue, so this process must join again.
  function watch(watched: pg.Client): void {
    watched.on('error', () => {});
    watched.once('end', () => {
      if (!left) setTimeout(rejoin, 200).unref();
    });
  }

  async function rejoin(): Promise<void> {
    if (left) return;
    const reconnected = await connect(url).catch(() => null);
    if (reconnected && left) await reconnected.end();
    else if (reconnected) {
      client = reconnected;
      watch(client);
    } else setTimeout(rejoin, 1000).unref();
  }

  async function leave(): Promise<boolean> {
    left = true;
    (client as Unreferable).ref();
    const isLast = await unregisterUser(client)
      .catch(async () => {
        client = await connect(url);
        return unregisterUser(client);
      })
      .catch(() => false);
    if (!isLast) await client.end().catch(() => {});
    return isLast;
  }

  return { leave };
}

type Unreferable = pg.Client & { ref(): void; unref(): void };

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'potluck user' });
  client.on('error', () => {});
  try {
    await client.connect();
    await registerUser(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  (client as Unreferable).unref();
  return client;
}
