/** Backups of a running server, and restored servers. */
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { manifestName } from '../../src/cli/backup.ts';
import { connect, disconnect } from '../../src/db/client.ts';
import { findEmbedded } from '../../src/db/embedded/embedded.ts';
import { requeueQuarantinedJob } from '../../src/db/sql/jobs.ts';
import { db } from '../../src/db/statement.ts';
import { claimOrigin } from '../../src/domain/instance/instance.ts';
import { writeArchive } from '../../src/lib/archive/tar.ts';
import { config } from '../../src/lib/config.ts';
import { as } from '../support/as.ts';
import { type Cast, registerCast } from '../support/cast.ts';
import { cli, cliJson } from '../support/cli.ts';
import { command } from '../support/command.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { query, useDatabase } from '../support/database-connection.ts';
import { emptyResponse, peer, upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { keyOf, picture, upload } from '../support/pictures.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { remoteFollow } from '../support/remote-source.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/server-processes.ts';
import { isFull } from '../support/test-length.ts';

interface Saved {
  rows: Record<string, number>;
  files: number;
}

const folder = scratchFolder('backup', inject('testServer').folder);
const original = process.env.DATABASE_URL!;
/** The backup that the first test makes. */
const file = join(folder, 'loaded.backup');

useDatabase();
let cast: Cast;
beforeAll(async () => {
  await claimOrigin();
  cast = await registerCast();
});

const post = async (content: string) => (await as(cast.ann).post('/statuses', { content })).body.id as number;
const namesIn = (taken: { body: string }[]) =>
  taken
    .map(({ body }) => JSON.parse(body))
    .map(({ object }) => String(object.content ?? '').replaceAll(/<[^>]*>/g, ''));

/** Runs `work` on another database. */
async function on<T>(url: string, work: () => Promise<T>): Promise<T> {
  await disconnect();
  connect(url);
  try {
    return await work();
  } finally {
    await disconnect();
    connect(original);
  }
}

/** Reads every row as text, from tables that do not change during the test. */
const contents = async () => {
  const tables = ['ingredient', 'step', 'like', 'follow', 'medium'];
  const read = tables.map(async (table) => {
    const rows = await query<{ row: string }>(`SELECT t::text AS row FROM "${table}" t`);
    return rows.map(({ row }) => `${table} ${row}`);
  });
  return (await Promise.all(read)).flat();
};

/** Indexes, constraints and triggers. The latter say whether they are enabled. */
const schema = () =>
  query<{ line: string }>(
    `SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass || ' ' || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
  );

test('a restored server has the state of one moment and delivers nothing twice', async () => {
  const otherServer = peer('elsewhere.example', emptyResponse(202));
  const zoe = await upsertAccount('zoe', 'elsewhere.example');
  await remoteFollow(zoe.id, cast.ann.id, `${zoe.iri}/follow`);
  await drain();
  const { body: medium } = await upload(cast.ann, '/media', { file: await picture().jpeg().toBuffer() });
  await as(cast.ann).post('/statuses', { content: 'Delivered', media_ids: [medium.id] });
  await drain();
  expect(namesIn(otherServer)).toContain('Delivered');
  await post('On its way');

  let over = false;
  let written = 0;
  const writing = Promise.all(
    [1, 2, 3].map(async (writer) => {
      while (!over) {
        const body = {
          name: `Bread ${writer}.${written++}`,
          ingredients: ['250 g flour'],
          steps: [{ content: 'Mix' }],
        };
        const recipe = await as(cast.ann).post('/recipes', body);
        await as(cast.bo).post(`/recipes/${recipe.body.id}/like`);
      }
    }),
  );
  await expect.poll(() => written).toBeGreaterThan(3);
  const writtenBefore = written;
  const saved = await cliJson<Saved>(['backup', file]);
  over = true;
  await writing;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(saved.files).toBe(3);
  expect(written).toBeGreaterThan(writtenBefore);

  const url = await createEmptyDatabase(inject('testServer'), 'restored');
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'restored') };
  const restored = await cliJson<Saved & { quarantined: number }>(['restore', file], { env });
  expect(restored).toMatchObject({ rows: saved.rows });
  expect(restored.quarantined).toBeGreaterThan(0);
  expect(readFileSync(join(env.DATA_DIR, 'secret'))).toEqual(readFileSync(join(config.dataDir, 'secret')));
  const key = keyOf(medium.original);
  const path = join('media', key.slice(0, 2), key, 'original');
  expect(await readFile(join(env.DATA_DIR, path))).toEqual(await readFile(join(config.dataDir, path)));

  const { rows, highest, lines } = await on(url, async () => {
    const [torn] = await query(
      `SELECT 1 FROM eventable e WHERE type = 'recipe' AND ((SELECT count(*) FROM ingredient WHERE eventable_id = e.id) <> 1
         OR NOT EXISTS (SELECT 1 FROM event WHERE eventable_id = e.id)
         OR likes_count <> (SELECT count(*) FROM "like" WHERE eventable_id = e.id))`,
    );
    expect(torn).toBeUndefined();
    for (const [table, count] of Object.entries(saved.rows)) {
      const [{ found } = { found: -1 }] = await query<{ found: number }>(`SELECT count(*) AS found FROM "${table}"`);
      expect([table, found]).toEqual([table, count]);
    }
    const [top] = await query<{ id: number }>('SELECT max(id) AS id FROM eventable');
    return { rows: await contents(), highest: top!.id, lines: await schema() };
  });
  expect(lines.length).toBeGreaterThan(400);
  expect(lines).toEqual(await schema());
  const here = new Set(await contents());
  expect(rows.filter((row) => !here.has(row))).toEqual([]);

  const before = otherServer.length;
  await on(url, async () => {
    await drain();
    expect(otherServer.length).toBe(before);
    expect(await post('After the restore')).toBeGreaterThan(highest + 100_000);
    await drain();
    expect(namesIn(otherServer.slice(before))).toEqual(['After the restore']);
    const [aside] = await query<{ id: string }>(
      `SELECT id FROM outbox WHERE quarantined_at IS NOT NULL AND job = 'send-activity' ORDER BY created_at LIMIT 1`,
    );
    await requeueQuarantinedJob(db, aside!.id);
    await drain();
    expect(namesIn(otherServer.slice(before + 1))).toEqual(['On its way']);
  });

  expect(await cli(['restore', file], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not empty'),
  });
  const otherDataDir = { ...env, DATA_DIR: join(folder, 'other') };
  const refused = await cli(['restore', file], { env: otherDataDir });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/database is not empty.*set DATA_DIR/)]);
  expect(existsSync(join(otherDataDir.DATA_DIR, 'secret'))).toBe(false);
});

test('an incomplete backup is refused and leaves the database empty for another attempt', async () => {
  const cut = join(folder, 'cut.backup');
  writeFileSync(cut, readFileSync(file));
  truncateSync(cut, statSync(file).size - 2_000);
  const text = join(folder, 'text');
  writeFileSync(text, 'not a backup');

  const url = await createEmptyDatabase(inject('testServer'), 'refused');
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'refused') };
  const refused = (wrong: string) => [1, expect.stringContaining(`${wrong} cannot be restored: `)];
  const incomplete = await cli(['restore', cut], { env });
  expect([incomplete.code, incomplete.stderr]).toEqual(refused(cut));
  const unreadable = await command(['restore', text]);
  expect([unreadable.code, unreadable.stderr]).toEqual(refused(text));
  const foreign = await cli(['restore', file], { env: { ...env, BASE_URL: 'https://other.example' } });
  expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('set BASE_URL=https://cook.example')]);
  expect(await cliJson(['restore', file, '--resend'], { env })).toMatchObject({ quarantined: 0 });
});

test('a backup made by a version before 1.0 is refused with one line', async () => {
  const former = join(folder, 'format-1.backup');
  const manifest = Buffer.from(JSON.stringify({ format: 1, version: '0.1.0', migrations: [] }));
  await writeArchive(former, (archive) => archive.add(manifestName, manifest.length, [manifest]));
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere', DATA_DIR: join(folder, 'format-1') };
  const { code, stdout, stderr } = await cli(['restore', former], { env });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.trim()).toMatch(/^.*This backup was made by a version before 1\.0 and cannot be restored.*$/);
  expect(existsSync(env.DATA_DIR)).toBe(false);
});

test('a stopped embedded server is backed up, and starts from the restored backup', async () => {
  const base = { DATABASE_URL: '', BASE_URL: 'http://localhost:3000', NODE_ENV: 'development' };
  const env = { ...base, DATA_DIR: join(folder, 'first') };
  await copyPreparedCluster(env.DATA_DIR);
  await cliJson(['account', 'create', 'ann'], { env });
  const embedded = join(folder, 'embedded.backup');
  const { stdout } = await cli(['backup', embedded], { env });
  expect(stdout).toMatch(/account: 1 rows[\s\S]*readable only by you/);

  const second = { ...base, DATA_DIR: join(folder, 'second') };
  expect(await cli(['restore', embedded], { env: second })).toMatchObject({ code: 0 });
  expect(await findEmbedded(second.DATA_DIR)).toBeNull();
  const processes = await startServer(resolve(import.meta.dirname, '../..'), environment({ ...second, PORT: '0' }), []);
  try {
    expect((await fetch(`http://127.0.0.1:${processes.port}/readyz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${processes.port}/@ann`)).status).toBe(200);
    if (isFull) expect((await cli(['backup', join(folder, 'running.backup')], { env: second })).code).toBe(0);
  } finally {
    await processes.stop();
  }
});

const environment = (changes: Record<string, string>) =>
  Object.fromEntries(Object.entries({ ...process.env, ...changes }).map(([name, value]) => [name, value ?? '']));
