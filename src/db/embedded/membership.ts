/** Holds a connection to the embedded PostgreSQL, which tells other processes that it is in use. */
import type pg from 'pg';
import { openClient } from '../client.ts';
import { registerUser, unregisterUser } from '../sql/database.ts';

export type Membership = {
  /** From now on, `revive` is called while the database is unreachable, and may start it again. */
  reviveBy(revive: () => Promise<void>): void;
  /** Calls `stop` if this process was the last user. Until that has resolved, nobody else can become one. */
  leave(stop: () => Promise<void>): Promise<void>;
};

const retryMs = 500;

/** Throws the error of `pg` if the database is unreachable. */
export async function join(url: string): Promise<Membership> {
  let client = await connect(url);
  let left = false;
  let revive: (() => Promise<void>) | undefined;
  let joining: Promise<void> | undefined;
  watch(client);

  // A crashed backend makes PostgreSQL drop all connections and continue, so this process must join again.
  function watch(watched: pg.Client): void {
    watched.once('end', () => rejoinIn(retryMs / 2));
  }

  function rejoinIn(ms: number): void {
    if (left) return;
    setTimeout(() => {
      joining = rejoin().finally(() => {
        joining = undefined;
      });
    }, ms).unref();
  }

  async function rejoin(): Promise<void> {
    if (left) return;
    const reconnected = await connect(url).catch(() => null);
    if (reconnected && left) await reconnected.end();
    else if (reconnected) {
      client = reconnected;
      watch(client);
    } else {
      if (!left) await revive?.().catch(() => {});
      rejoinIn(retryMs);
    }
  }

  return {
    reviveBy: (start) => {
      revive = start;
    },
    leave: async (stop) => {
      left = true;
      await joining;
      (client as Unreferable).ref();
      const isLast = await unregisterUser(client)
        .catch(async () => {
          client = await connect(url);
          return unregisterUser(client);
        })
        .catch(() => false);
      try {
        if (isLast) await stop();
      } finally {
        await client.end().catch(() => {});
      }
    },
  };
}

type Unreferable = pg.Client & { ref(): void; unref(): void };

async function connect(url: string): Promise<pg.Client> {
  const client = await openClient(url, 'user');
  try {
    await registerUser(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  (client as Unreferable).unref();
  return client;
}
