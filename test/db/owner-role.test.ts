/** The role that the server uses on its embedded PostgreSQL, and data folders whose superuser owned everything. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type Embedded, findEmbedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openQueues } from '../../src/jobs/queues.ts';
import { log } from '../../src/lib/log.ts';
import { killChild, spawnChild, startChild, stopChild } from '../support/child.ts';
import { makeFormerCluster, query, runFormerCluster } from '../support/former-cluster.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { scratchFolder } from '../support/scratch.ts';
import { superuserUrl } from '../support/superuser.ts';
import { isFull } from '../support/test-length.ts';

const folder = scratchFolder('owner', inject('testServer').folder);
const started: Embedded[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((embedded) => embedded.stop()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(home: string): Promise<Embedded> {
  const embedded = await startEmbedded(home, { settings: { fsync: 'off' } });
  started.push(embedded);
  return embedded;
}

/** Everything in the database that is not PostgreSQL's own, with its owner. */
const owners = `
  SELECT DISTINCT owner::regrole::text AS owner FROM (
    SELECT relowner AS owner, relnamespace AS schema FROM pg_class WHERE relkind <> 't'
    UNION ALL SELECT typowner, typnamespace FROM pg_type
    UNION ALL SELECT proowner, pronamespace FROM pg_proc
    UNION ALL SELECT nspowner, oid FROM pg_namespace WHERE nspname <> 'public'
  ) objects JOIN pg_namespace n ON n.oid = schema
  WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  UNION SELECT datdba::regrole::text FROM pg_database WHERE datname = current_database()`;
const ownersIn = async (url: string) => (await query(url, owners)).map(({ owner }) => owner).sort();

describe('a new data folder', () => {
  const home = join(folder, 'new');
  let embedded: Embedded;
  let url: string;
  beforeAll(async () => {
    embedded = await startEmbedded(home, { settings: { fsync: 'off' } });
    url = embedded.url;
    await migrate(url);
  });
  afterAll(() => embedded.stop());

  test('belongs to a role without rights over the cluster', async () => {
    const rights = `SELECT rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships FROM pg_roles r WHERE rolname = current_user`;
    const none = { rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false };
    expect(await query(url, rights)).toEqual([{ ...none, rolcanlogin: true, rolsuper: false, memberships: 0 }]);
    const { username } = new URL(url);
    expect(await ownersIn(url)).toEqual([username]);
    expect(await query(superuserUrl(url, home), rights)).toMatchObject([{ rolsuper: true }]);
  });

  test('keeps both passwords in files for its own account', async () => {
    const passwords = ['password', 'owner-password'].map((name) => {
      const file = join(home, 'postgres', name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(file).uid).toBe(statSync(join(home, 'postgres/files')).uid);
      return readFileSync(file, 'utf8');
    });
    expect(passwords[0]).not.toBe(passwords[1]);
    expect(new URL(url).password).toBe(passwords[1]);
  });

  const setting = `SELECT setting AS file FROM pg_settings WHERE name = 'config_file'`;
  test.each([
    ['run programs', `COPY (SELECT 1) TO PROGRAM 'cat > /dev/null'`],
    ['read programs', `CREATE TEMP TABLE lines (line text); COPY lines FROM PROGRAM 'echo 1'`],
    ['read files', `SELECT length(pg_read_file('PG_VERSION'))`],
    ['copy files', `CREATE TEMP TABLE lines (line text); COPY lines FROM '/etc/hostname'`],
    ['list folders', `SELECT count(*) FROM pg_ls_dir('.')`],
    ['see where the files are', setting],
    ['create roles', 'CREATE ROLE mallory; DROP ROLE mallory'],
    ['become the superuser', 'SET ROLE potluck'],
    ['change settings of the server', 'ALTER SYSTEM RESET work_mem'],
    ['load code', `CREATE FUNCTION pg_temp.f() RETURNS void LANGUAGE c AS '$libdir/pg_prewarm', 'pg_prewarm'`],
    ['read passwords', 'SELECT rolpassword FROM pg_authid'],
  ])('does not let its role %s, as the superuser may', async (what, sql) => {
    if (sql === setting) expect(await query(url, sql)).toEqual([]);
    else if (what === 'load code') await expect(query(url, sql)).rejects.toThrow('permission denied for language c');
    else await expect(query(url, sql)).rejects.toMatchObject({ code: '42501' });
    await expect(query(superuserUrl(url, home), sql)).resolves.toBeInstanceOf(Array);
  });

  test('lets its role create trusted extensions, as migrations may', async () => {
    await query(url, 'CREATE EXTENSION unaccent; DROP EXTENSION unaccent');
    await expect(query(url, 'CREATE EXTENSION file_fdw')).rejects.toMatchObject({ code: '42501' });
  });
});

/** Everything that a server made before the owner role existed, and objects of every kind that can have an owner. */
async function fill(url: string): Promise<void> {
  // A restore creates the schema again, and then the superuser owns it.
  await query(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(url);
  await (await openQueues(url)).close();
  await query(
    url,
    `INSERT INTO account (handle, username, iri, state) VALUES ('ann', 'ann', 'https://cook.example/ann', 'loaded');
     CREATE TYPE pair AS (one int, two int); CREATE TYPE span AS RANGE (subtype = int); CREATE DOMAIN small AS int;
     CREATE VIEW cooks AS SELECT handle FROM account; CREATE MATERIALIZED VIEW kept AS SELECT 1 AS one;
     CREATE TABLE parted (id int GENERATED ALWAYS AS IDENTITY) PARTITION BY RANGE (id);
     CREATE TABLE part PARTITION OF parted FOR VALUES FROM (0) TO (9);
     CREATE SEQUENCE counted; CREATE PROCEDURE nothing() LANGUAGE sql AS 'SELECT 1';
     CREATE AGGREGATE total (int) (SFUNC = int4pl, STYPE = int); CREATE EXTENSION unaccent`,
  );
}

describe('a data folder whose superuser owns everything', () => {
  const former = join(folder, 'former');
  beforeAll(() => makeFormerCluster(former, fill));

  function copyFormer(name: string): string {
    const home = join(folder, name);
    execFileSync('cp', ['-a', former, home]);
    return home;
  }

  test('is transferred with all rows at the next start, and not again', async () => {
    const home = copyFormer('once');
    expect(await findEmbedded(home)).toBeNull();
    const { url } = await start(home);
    const { username } = new URL(url);
    await dropRest(url, home);
    expect(await ownersIn(url)).toEqual([username]);

    expect(await query(url, 'SELECT handle FROM cooks')).toEqual([{ handle: 'ann' }]);
    await query(url, `INSERT INTO parted SELECT; CALL nothing(); SELECT nextval('counted')`);
    await query(url, 'ALTER TABLE account ADD COLUMN hat text; DROP TYPE pair; DROP SCHEMA bullmq CASCADE');

    const transfers = `SELECT xmin::text FROM pg_database WHERE datname = 'potluck'`;
    const before = await query(url, transfers);
    expect((await start(home)).url).toBe(url);
    expect(await query(url, transfers)).toEqual(before);
  });

  test.runIf(isFull)('is transferred once by processes that start at the same time', async () => {
    const home = copyFormer('together');
    const [first, second, { child, response }] = await Promise.all([
      start(home),
      start(home),
      startChild<{ url: string }>('use', home),
    ]);
    expect(new Set([first.url, second.url, response.url]).size).toBe(1);
    expect(await query(response.url, 'SELECT handle FROM cooks')).toEqual([{ handle: 'ann' }]);
    await stopChild(child);
  });

  test.runIf(isFull)('is transferred by the next start if a process is killed in the middle', async () => {
    const home = copyFormer('interrupted');
    await runFormerCluster(home, async (url) => {
      const blocker = new pg.Client({ connectionString: url });
      await blocker.connect();
      await blocker.query('BEGIN; LOCK TABLE follow IN ACCESS SHARE MODE');
      const child = spawnChild('use', home);
      const waiting = `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'follow'::regclass`;
      await expect.poll(() => query(url, waiting)).toEqual([{ waiting: 1 }]);
      await killChild(child);
      await blocker.end();
      expect(existsSync(join(home, 'postgres/owner-password'))).toBe(true);
      await expect.poll(() => query(url, waiting)).toEqual([{ waiting: 0 }]);
      expect(await ownersIn(url)).toEqual(['potluck']);
    });

    const { url } = await start(home);
    expect(await query(url, 'SELECT handle FROM cooks')).toEqual([{ handle: 'ann' }]);
    await dropRest(url, home);
    expect(await ownersIn(url)).toEqual([new URL(url).username]);
  });

  test.runIf(isFull)(
    'is transferred again after an older version or an operator created something as superuser',
    async () => {
      const home = join(folder, 'again');
      await copyPreparedCluster(home);
      const { url } = await start(home);
      await query(superuserUrl(url, home), 'CREATE TABLE later AS SELECT 1 AS one');
      await expect(query(url, 'SELECT * FROM later')).rejects.toMatchObject({ code: '42501' });
      expect((await start(home)).url).toBe(url);
      expect(await query(url, 'SELECT * FROM later')).toEqual([{ one: 1 }]);
    },
  );

  test.runIf(isFull)(
    'starts while another session uses a table, says which one, and is transferred when that has ended',
    async () => {
      const home = copyFormer('held');
      await runFormerCluster(home, async (url) => {
        await query(url, 'DROP TYPE span; DROP EXTENSION unaccent');
        await query(url, 'CREATE TABLE held AS SELECT 1 AS one; CREATE TABLE free AS SELECT 2 AS two');
        const dump = new pg.Client({ connectionString: url, application_name: 'a dump' });
        await dump.connect();
        await dump.query('BEGIN; LOCK TABLE held IN ACCESS SHARE MODE');
        const warn = vi.spyOn(log, 'warn');
        const { url: owner } = await start(home);
        const [session] = (await dump.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
        expect(warn.mock.calls.flatMap(([fields]) => (fields as { blocked: object[] }).blocked)).toEqual([
          { object: 'table public.held', heldBy: [`process ${session!.pid} (a dump) idle in transaction`] },
        ]);
        expect(await query(owner, 'UPDATE held SET one = 3 RETURNING one')).toEqual([{ one: 3 }]);
        expect(await query(owner, 'ALTER TABLE free ADD COLUMN three int; SELECT two FROM free')).toEqual([{ two: 2 }]);
        expect(await ownersIn(owner)).toEqual(['potluck', 'potluck_owner']);

        await dump.end();
        await start(home);
        expect(await ownersIn(owner)).toEqual(['potluck_owner']);
      });
    },
  );

  test.runIf(isFull)('gets another password if the file with the password was lost', async () => {
    const home = join(folder, 'lost');
    await copyPreparedCluster(home);
    const before = await start(home);
    await before.stop();
    rmSync(join(home, 'postgres/owner-password'));
    const { url } = await start(home);
    expect(new URL(url).password).not.toBe(new URL(before.url).password);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

/** Removes what stays with the superuser: the parts of extensions, and PostgreSQL's own functions of range types. */
async function dropRest(url: string, home: string): Promise<void> {
  await query(url, 'DROP TYPE span');
  await query(superuserUrl(url, home), 'DROP EXTENSION unaccent');
}
