/** A server in good order, and the many ways in which it can be out of order: the doctor finds each, and says what to do. */
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cli } from '../support/cli.ts';
import { createEmptyDatabase } from '../support/database.ts';
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { scratchFolder } from '../support/scratch.ts';

interface Finding {
  check: string;
  ok: boolean;
  says: string;
  remedy: string | null;
}

const server = inject('testServer');
const folder = scratchFolder('doctor', server.folder);
const network = openNetwork();
let instance: Instance;
let env: Record<string, string>;

beforeAll(async () => {
  const databaseUrl = await createEmptyDatabase(server, 'doctor');
  instance = await network.start({ name: 'patient', databaseUrl, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  env = {
    ...{ NODE_ENV: 'test', BASE_URL: instance.origin, DATA_DIR: instance.dataDir, DATABASE_URL: databaseUrl },
    ...{ PRIVATE_NETWORKS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: network.caFile, REDIS_URL: '' },
  };
}, 60_000);
afterAll(() => network.close(), 30_000);

async function problems(changes: Record<string, string> = {}): Promise<Finding[]> {
  const { stdout, stderr } = await cli(['doctor', '--json'], { env: { ...env, ...changes } });
  if (!stdout) throw new Error(stderr);
  return (JSON.parse(stdout) as Finding[]).filter((finding) => !finding.ok);
}

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** A copy of the data folder, to be spoilt. */
function copyOfData(name: string): string {
  const copy = join(folder, name);
  cpSync(join(instance.dataDir, 'secret'), join(copy, 'secret'));
  return copy;
}

test('a server in good order has no problem', async () => {
  expect(await problems()).toEqual([]);
}, 30_000);

interface Trouble {
  name: string;
  check: string;
  says: RegExp;
  remedy: RegExp;
  /** Answers the settings that the doctor is called with, and how to undo what was done. */
  cause(): Promise<{ changes?: Record<string, string>; undo?: () => Promise<void> | void }>;
}

const troubles: Trouble[] = [
  {
    name: 'an origin without TLS',
    check: 'origin',
    says: /is not https/,
    remedy: /put a proxy with a certificate in front/,
    cause: async () => ({ changes: { BASE_URL: 'http://cook.example', PRIVATE_NETWORKS: '' } }),
  },
  {
    name: 'the database of another origin',
    check: 'owner',
    says: /belongs to https:\/\/127/,
    remedy: /set BASE_URL=https:\/\/127/,
    cause: async () => ({ changes: { BASE_URL: 'http://localhost:3000' } }),
  },
  {
    name: 'a name that leads nowhere',
    check: 'webfinger',
    says: /answers 502/,
    remedy: /start the server/,
    cause: async () => {
      const { target } = instance.proxy;
      instance.proxy.target = undefined;
      return {
        undo: () => {
          instance.proxy.target = target;
        },
      };
    },
  },
  {
    name: 'a name that leads to somebody else',
    check: 'webfinger',
    says: /another server/,
    remedy: /lead to the proxy/,
    cause: async () => {
      const { target } = instance.proxy;
      const stranger = createServer((_, response) => void response.end('{"links":[]}')).listen(
        0,
        '127.0.0.1',
      );
      await new Promise((resolve) => stranger.once('listening', resolve));
      instance.proxy.target = (stranger.address() as AddressInfo).port;
      return {
        undo: () => {
          instance.proxy.target = target;
          stranger.closeAllConnections();
          stranger.close();
        },
      };
    },
  },
  {
    name: 'a proxy that does not say who asks',
    check: 'proxy',
    says: /does not say who asks/,
    remedy: /X-Forwarded-For/,
    cause: async () => {
      instance.proxy.forwards = false;
      return {
        undo: () => {
          instance.proxy.forwards = true;
        },
      };
    },
  },
  {
    name: 'a queue that is away',
    check: 'queue',
    says: /ECONNREFUSED/,
    remedy: /start Redis/,
    cause: async () => ({ changes: { REDIS_URL: 'redis://127.0.0.1:1' } }),
  },
  {
    name: 'a data folder that is none',
    check: 'disk',
    says: /cannot be written/,
    remedy: /set DATA_DIR/,
    cause: async () => {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      return { changes: { DATA_DIR: file } };
    },
  },
  {
    name: 'a database that forgets commits',
    check: 'database',
    says: /synchronous_commit is off/,
    remedy: /postgresql.conf/,
    cause: async () => {
      const name = new URL(env.DATABASE_URL!).pathname.slice(1);
      await sql(`ALTER DATABASE ${name} SET synchronous_commit = off`);
      return { undo: () => sql(`ALTER DATABASE ${name} RESET synchronous_commit`) };
    },
  },
  {
    name: 'another secret',
    check: 'secret',
    says: /is not the one/,
    remedy: /copy it/,
    cause: async () => {
      const copy = copyOfData('other-secret');
      writeFileSync(join(copy, 'secret'), Buffer.alloc(32, 7).toString('base64url'));
      return { changes: { DATA_DIR: copy } };
    },
  },
  {
    name: 'no secret',
    check: 'secret',
    says: /nothing can be signed/,
    remedy: /copy it/,
    cause: async () => {
      mkdirSync(join(folder, 'no-secret'));
      return { changes: { DATA_DIR: join(folder, 'no-secret') } };
    },
  },
  {
    name: 'a secret that others can read',
    check: 'secret',
    says: /others on this machine can read/,
    remedy: /chmod 600/,
    cause: async () => {
      const copy = copyOfData('open-secret');
      chmodSync(join(copy, 'secret'), 0o644);
      return { changes: { DATA_DIR: copy } };
    },
  },
  {
    name: 'a bucket that is away',
    check: 'storage',
    says: /ECONNREFUSED|fetch failed/,
    remedy: /S3_ENDPOINT/,
    cause: async () => ({
      changes: {
        S3_BUCKET: 'pictures',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'key',
      },
    }),
  },
  {
    name: 'a migration that is not applied',
    check: 'migrations',
    says: /not applied yet/,
    remedy: /npm run cli -- migrate/,
    cause: async () => {
      const last = `migration_name = (SELECT max(migration_name) FROM "_prisma_migrations")`;
      await sql(`UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE ${last}`);
      return { undo: () => sql(`UPDATE "_prisma_migrations" SET rolled_back_at = NULL WHERE ${last}`) };
    },
  },
  {
    name: 'work that nobody does',
    check: 'workers',
    says: /no worker is alive/,
    remedy: /ROLE=worker/,
    cause: async () => {
      await sql(`INSERT INTO outbox (job, payload, due_at, offered_at)
        VALUES ('prune', '{"left": true}', now() - interval '5 minutes', now() + interval '1 hour')`);
      return { undo: () => sql(`DELETE FROM outbox WHERE payload ? 'left'`) };
    },
  },
];

test.each(troubles)(
  '$name',
  async ({ check, says, remedy, cause }) => {
    const { changes, undo } = await cause();
    try {
      const found = (await problems(changes)).find((finding) => finding.check === check);
      expect(found).toMatchObject({
        says: expect.stringMatching(says),
        remedy: expect.stringMatching(remedy),
      });
    } finally {
      await undo?.();
    }
  },
  30_000,
);

test.skipIf(!hasRedis())(
  'a Redis that evicts',
  async () => {
    const redis = await startRedis('allkeys-lru');
    try {
      const [found] = await problems({ REDIS_URL: redis.url });
      expect(found).toMatchObject({ check: 'queue', says: expect.stringContaining('allkeys-lru') });
    } finally {
      await redis.stop();
    }
  },
  30_000,
);
