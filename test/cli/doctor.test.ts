/** The doctor finds no problem on a healthy server, and names each problem of a broken one with its remedy. */
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { ensureInstanceActor } from '../../src/domain/accounts/register.ts';
import { checkBackup, checkMemory } from '../../src/domain/instance/doctor/checks.ts';
import { claimOrigin } from '../../src/domain/instance/instance.ts';
import { findRedisProblem } from '../../src/jobs/redis.ts';
import { config } from '../../src/lib/config.ts';
import { textOf } from '../../src/lib/language/text.ts';
import { cli } from '../support/cli.ts';
import { command } from '../support/command.ts';
import { startConstantServer } from '../support/constant-server.ts';
import { createDatabase } from '../support/database.ts';
import { useDatabase } from '../support/database-connection.ts';
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/server-processes.ts';
import { isFull } from '../support/test-length.ts';

interface Finding {
  check: string;
  ok: boolean;
  isWarning: boolean;
  message: string;
  remedy: string | null;
}

type Settings = Record<string, string>;

const server = inject('testServer');
const folder = scratchFolder('doctor', server.folder);
const network = openNetwork();
let instance: Instance;
let env: Settings;

beforeAll(async () => {
  const databaseUrl = await createDatabase(server, 'doctor');
  instance = await network.start({ name: 'patient', databaseUrl, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  env = {
    NODE_ENV: 'test',
    BASE_URL: instance.origin,
    DATA_DIR: instance.dataDir,
    DATABASE_URL: databaseUrl,
    PRIVATE_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: network.caFile,
    REDIS_URL: '',
  };
});
afterAll(() => network.close());
useDatabase();

async function examine(changes: Settings = {}): Promise<Finding[]> {
  const { stdout, stderr } = await cli(['doctor', '--json'], { env: { ...env, ...changes } });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

const problemsOf = (findings: Finding[]) => findings.filter((finding) => !finding.ok);

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const databaseName = () => new URL(env.DATABASE_URL!).pathname.slice(1);

/** Copies the data folder with its secret, for a test to break. */
function copyOfData(name: string): string {
  const copy = join(folder, name);
  cpSync(join(instance.dataDir, 'secret'), join(copy, 'secret'));
  return copy;
}

function withOtherSecret(name: string): string {
  const copy = copyOfData(name);
  writeFileSync(join(copy, 'secret'), Buffer.alloc(32, 7).toString('base64url'));
  return copy;
}

test('a healthy server has no problems, and is warned that it has no backup', async () => {
  const findings = await examine();
  expect(problemsOf(findings)).toEqual([]);
  expect(findings.find(({ check }) => check === 'backup')).toMatchObject({
    ok: true,
    isWarning: true,
    message: expect.stringContaining('none was made'),
    remedy: expect.stringContaining('every day'),
  });
  expect(findings.find(({ check }) => check === 'mail')).toMatchObject({
    ok: true,
    isWarning: true,
    message: expect.stringContaining('off: '),
    remedy: expect.stringContaining('SMTP_URL'),
  });
});

test('the age, the disk and the growth of backups are reported', async () => {
  await claimOrigin();
  await ensureInstanceActor();
  const said = async () => {
    const { message, remedy, ...found } = await checkBackup();
    return { ...found, message: textOf(message), remedy: remedy && textOf(remedy) };
  };
  const file = join(config.dataDir, 'today.backup');
  expect((await command(['backup', file])).code).toBe(0);
  expect(await said()).toMatchObject({
    isWarning: true,
    message: expect.stringContaining('on the same disk'),
  });
  rmSync(file);
  expect(await said()).toMatchObject({
    isWarning: false,
    message: expect.stringMatching(/last 24 hours, [\d.]+ MiB$/),
  });
  const aged = (days: number, bytes: number) => ({
    at: new Date(Date.now() - days * 86_400_000),
    bytes,
    file,
  });
  const old = JSON.stringify([aged(8.5, 30 * 2 ** 20), aged(18.5, 10 * 2 ** 20)]);
  await pool().query(`UPDATE setting SET value = $1 WHERE key = 'backups'`, [old]);
  expect(await said()).toMatchObject({
    ok: false,
    message: expect.stringMatching(/8 days old, 30\.0 MiB, growing by 2\.0 MiB a day/),
    remedy: expect.stringContaining('every day'),
  });

  const failed = await command(['backup', join(config.dataDir, 'no folder', 'x.backup')]);
  expect(failed.code).not.toBe(0);
  expect(await said()).toMatchObject({
    ok: false,
    message: expect.stringMatching(/the backup of \d+ \w+ \d{4} at [\d:]+ UTC failed: .*no folder does not exist$/),
  });
  expect((await command(['backup', file])).code).toBe(0);
  expect(await said()).toMatchObject({ ok: true });
});

test('a container with little memory is a warning', () => {
  const gib = 2 ** 30;
  expect(checkMemory(gib / 2, 8 * gib)).toMatchObject({
    isWarning: true,
    message: { key: 'doctor-checks.memory-of-container', values: { size: 512 } },
  });
  expect(checkMemory(0, 8 * gib)).toMatchObject({ isWarning: false, message: { values: { size: 8_192 } } });
});

type Trouble = [name: string, check: string, message: RegExp, remedy: RegExp];

interface SetUp {
  name: string;
  /** The complete list of its problems. */
  troubles: Trouble[];
  /** Returns the settings for the doctor, and a function that undoes the preparation. */
  cause(): Promise<{ changes?: Settings; undo?: () => Promise<unknown> | unknown }>;
}

const setUps: SetUp[] = [
  {
    name: 'away from everything it needs',
    troubles: [
      ['an origin without TLS', 'origin', /is not https/, /put a proxy with a certificate in front/],
      ['the database of another origin', 'owner', /belongs to https:\/\/127/, /set BASE_URL=https:\/\/127/],
      ['another secret', 'secret', /is not the secret that encrypted/, /copy it .*set DATA_DIR/],
      ['a database that forgets commits', 'database', /synchronous_commit is off/, /postgresql.conf/],
      ['work that nobody does', 'workers', /no worker is running/, /ROLE=worker/],
      ['a queue that is away', 'queue', /ECONNREFUSED/, /start Redis/],
      ['a bucket that is away', 'storage', /ECONNREFUSED|fetch failed/, /S3_ENDPOINT/],
    ],
    cause: async () => {
      await sql(`ALTER DATABASE ${databaseName()} SET synchronous_commit = off`);
      await sql(`INSERT INTO outbox (job, payload, due_at, dispatched_at)
        VALUES ('prune', '{"left": true}', now() - interval '5 minutes', now() + interval '1 hour')`);
      return {
        changes: {
          BASE_URL: 'http://cook.example',
          PRIVATE_NETWORKS: '',
          REDIS_URL: 'redis://127.0.0.1:1',
          DATA_DIR: withOtherSecret('other-secret'),
          S3_BUCKET: 'pictures',
          S3_ENDPOINT: 'http://127.0.0.1:1',
          S3_ACCESS_KEY_ID: 'id',
          S3_SECRET_ACCESS_KEY: 'key',
        },
        undo: async () => {
          await sql(`ALTER DATABASE ${databaseName()} RESET synchronous_commit`);
          await sql(`DELETE FROM outbox WHERE payload ? 'left'`);
        },
      };
    },
  },
  {
    name: 'half installed',
    troubles: [
      ['a migration that is not applied', 'migrations', /pending/, /npm run cli -- migrate/],
      ['a name that leads nowhere', 'webfinger', /answers 502/, /start the server/],
      ['a data folder that is none', 'disk', /is not writable/, /set DATA_DIR/],
    ],
    cause: async () => {
      const last = `migration_name = (SELECT max(migration_name) FROM "_prisma_migrations")`;
      await sql(`UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE ${last}`);
      const { target } = instance.proxy;
      instance.proxy.target = undefined;
      const file = join(folder, 'file');
      writeFileSync(file, '');
      return {
        changes: { DATA_DIR: file },
        undo: () => {
          instance.proxy.target = target;
          return sql(`UPDATE "_prisma_migrations" SET rolled_back_at = NULL WHERE ${last}`);
        },
      };
    },
  },
  {
    name: 'moved in part',
    troubles: [
      ['a name that leads to somebody else', 'webfinger', /a different server/, /at the proxy/],
      ['no secret', 'secret', /nothing can be signed/, /copy it/],
    ],
    cause: async () => {
      const { target } = instance.proxy;
      const otherServer = await startConstantServer('{"links":[]}');
      instance.proxy.target = otherServer.port;
      mkdirSync(join(folder, 'no-secret'));
      return {
        changes: { DATA_DIR: join(folder, 'no-secret') },
        undo: () => {
          instance.proxy.target = target;
          otherServer.stop();
        },
      };
    },
  },
  {
    name: 'carelessly guarded',
    troubles: [
      ['a proxy that does not say who asks', 'proxy', /does not send client addresses/, /X-Forwarded-For/],
      ['a proxy that refuses uploads', 'uploads', /refuses uploads of 16\.0 MiB/, /client_max_body_size/],
      ['a secret that others can read', 'secret', /other users of this machine can read/, /chmod 600/],
    ],
    cause: async () => {
      instance.proxy.forwards = false;
      instance.proxy.maxBodyBytes = 2 ** 20;
      const copy = copyOfData('open-secret');
      chmodSync(join(copy, 'secret'), 0o644);
      return {
        changes: { DATA_DIR: copy },
        undo: () => {
          instance.proxy.forwards = true;
          instance.proxy.maxBodyBytes = Number.POSITIVE_INFINITY;
        },
      };
    },
  },
];

/** Each examination takes a process. */
const examined = setUps.filter(({ name }) => isFull || name !== 'moved in part');

describe.each(examined)('$name', ({ troubles, cause }) => {
  let found: Finding[] = [];
  beforeAll(async () => {
    const { changes, undo } = await cause();
    found = problemsOf(await examine(changes).finally(() => undo?.()));
  });

  test.each(troubles)('%s', (_, check, message, remedy) => {
    expect(found.find((finding) => finding.check === check)).toMatchObject({
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    });
  });

  test('reports no other problem', () => {
    expect(found.map(({ check }) => check).sort()).toEqual(troubles.map(([, check]) => check).sort());
  });
});

test('with a wrong secret nothing starts or is encrypted, and one line names the remedy', async () => {
  const remedy = /\/secret\b.*: copy it to .* from the machine that first used this database.*set DATA_DIR/;
  const given = (dataDir: string) => ({ ...(process.env as Settings), ...env, DATA_DIR: dataDir, PORT: '0' });
  const log: string[] = [];
  const start = startServer(join(import.meta.dirname, '../..'), given(withOtherSecret('refused')), log);
  const create = cli(['account', 'create', 'eve'], { env: given(join(folder, 'elsewhere')) });
  await expect(start).rejects.toThrow('ended with 1');
  expect(log).toEqual([expect.stringMatching(remedy)]);
  expect(await create).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(remedy) });
});

test.skipIf(!hasRedis())('a Redis that evicts is a problem', async () => {
  const redis = await startRedis('allkeys-lru');
  try {
    expect(textOf((await findRedisProblem(redis.url))!)).toContain('allkeys-lru');
  } finally {
    await redis.stop();
  }
});
