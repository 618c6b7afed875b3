/** Listens for notifications of PostgreSQL, on one connection of this process for all channels. */
import pg from 'pg';
import { lossDetection } from './client.ts';

export interface Notification {
  payload: string;
  /** Of the connection that sent it, as PostgreSQL names it. */
  processId: number;
}

interface Subscriber {
  channel: string;
  onNotification(notification: Notification): void;
  /** Notifications may have been missed: the connection is new. */
  onConnect(): void;
}

interface Connection {
  subscribers: Set<Subscriber>;
  add(subscriber: Subscriber): void;
  close(): Promise<void>;
}

const reconnectDelayMs = 1_000;
const connections = new Map<string, Connection>();

/**
 * Reconnects when the connection drops. Returns a function that ends the subscription; the last one closes the
 * connection.
 */
export function listen(
  databaseUrl: string,
  channel: string,
  onNotification: Subscriber['onNotification'],
  onConnect: Subscriber['onConnect'],
): () => Promise<void> {
  const connection = connections.get(databaseUrl) ?? open(databaseUrl);
  connections.set(databaseUrl, connection);
  const subscriber: Subscriber = { channel, onNotification, onConnect };
  connection.add(subscriber);
  return async () => {
    connection.subscribers.delete(subscriber);
    if (connection.subscribers.size > 0 || connections.get(databaseUrl) !== connection) return;
    connections.delete(databaseUrl);
    await connection.close();
  };
}

function open(databaseUrl: string): Connection {
  const subscribers = new Set<Subscriber>();
  let client: pg.Client | undefined;
  let isReady = false;
  let isClosed = false;

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other. Rejects if the connection is lost. */
  const subscribe = (on: pg.Client, channel: string): Promise<void> => {
    const done = last.then(async () => {
      await on.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onConnect();
    });
    last = done.catch(() => {});
    return done;
  };
  const connect = async (): Promise<void> => {
    if (isClosed) return;
    const opened = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'potluck-listener',
      ...lossDetection,
    });
    client = opened;
    opened.on('notification', ({ channel, payload = '', processId }) => {
      for (const subscriber of subscribers)
        if (subscriber.channel === channel) subscriber.onNotification({ payload, processId });
    });
    opened.on('error', () => {});
    opened.once('end', () => {
      isReady = false;
      if (!isClosed) setTimeout(() => void connect(), reconnectDelayMs).unref();
    });
    try {
      await opened.connect();
      isReady = true;
      for (const channel of new Set([...subscribers].map((subscriber) => subscriber.channel)))
        await subscribe(opened, channel);
    } catch {
      await opened.end().catch(() => {});
    }
  };
  void connect();

  return {
    subscribers,
    add: (subscriber) => {
      subscribers.add(subscriber);
      // Otherwise it is subscribed as soon as the connection is ready. If it is lost here, it is connected again.
      if (isReady && client) subscribe(client, subscriber.channel).catch(() => {});
    },
    close: async () => {
      isClosed = true;
      await client?.end().catch(() => {});
    },
  };
}
