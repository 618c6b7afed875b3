/** Moves an embedded database with many items to another PostgreSQL, and its pictures to a bucket and back. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';
import { copyDatabase } from '../../src/db/copy.ts';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { ensureInstanceActor } from '../../src/domain/accounts/register.ts';
import { claimOrigin } from '../../src/domain/instance/instance.ts';
import { config } from '../../src/lib/config.ts';
import { diskBackend, listFiles } from '../../src/lib/storage/storage.ts';
import { seedCooks } from '../bench/seed/cooks.ts';
import { seedItems } from '../bench/seed/items.ts';
import { seedSearchableRecipes } from '../bench/seed/recipes.ts';
import { cli, cliJson } from '../support/cli.ts';
import { command } from '../support/command.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { useDatabase } from '../support/database-connection.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { startS3, type TestBucket } from '../support/s3.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/server-processes.ts';
import { isFull, scaled } from '../support/test-length.ts';

interface Moved {
  rows: number;
  settings: string;
  tables: { name: string; rows: number; checksum: string }[];
}

// The first thousand get keys.
const cooks = scaled({ short: 1_000, full: 2_000 });
const pictures = scaled({ short: 10, full: 100 });
const folder = join(scratchFolder('moves', inject('testServer').folder), 'data');
const media = join(folder, 'media');
const embedded = { DATABASE_URL: '', DATA_DIR: folder };
const original = process.env.DATABASE_URL!;
let s3: TestBucket;
let items = 0;
let keys: string[] = [];
let recipe = '';

useDatabase();
beforeAll(async () => {
  s3 = await startS3();
  // The seeded keys are encrypted with the secret of this process.
  await claimOrigin();
  await ensureInstanceActor();
  await copyPreparedCluster(folder);
  copyFileSync(join(config.dataDir, 'secret'), join(folder, 'secret'));
  await disconnect();
  const source = await startEmbedded(folder, { settings: { fsync: 'off' } });
  try {
    connect(source.url);
    await claimOrigin();
    await ensureInstanceActor();
    await seedItems(await seedCooks(cooks));
    if (isFull) await seedSearchableRecipes(4_000);
    const firstMedia = `SELECT key FROM medium ORDER BY id LIMIT ${pictures}`;
    const found = await queryOn<{ key: string }>(source.url, firstMedia);
    keys = found.map(({ key }) => key);
    const [iri] = await queryOn<{ iri: string }>(source.url, `SELECT iri FROM eventable WHERE type = 'recipe' LIMIT 1`);
    recipe = new URL(iri!.iri).pathname;
    const [count] = await queryOn<{ count: number }>(source.url, 'SELECT count(*)::int FROM eventable');
    items = count!.count;
  } finally {
    await disconnect();
    await source.stop();
    connect(original);
  }
  const disk = diskBackend(media);
  for (const key of keys)
    for (const name of ['original', 'medium', 'small']) await disk.put(key, name, randomBytes(20_000));
});
afterAll(() => s3.stop());

async function queryOn<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The password goes through stdin, where no other user of the machine sees it. */
function moveTo(target: string): [args: string[], options: { stdin: string; env: Record<string, string> }] {
  const url = new URL(target);
  const stdin = `${decodeURIComponent(url.password)}\n`;
  url.password = '';
  return [['database', 'move', url.href, ...(stdin === '\n' ? [] : ['--password-stdin'])], { stdin, env: embedded }];
}

/** Path and digest of every file on disk. */
async function filesOnDisk(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key, name, path } of listFiles(media)) found.set(`${key}/${name}`, digest(readFileSync(path)));
  return found;
}

const filesInBucket = () =>
  new Map([...s3.objects].map(([path, { bytes }]) => [path.replace('media/', ''), digest(bytes)]));

/** Starts a server and returns what it serves. */
async function served(env: Record<string, string>, during = async () => {}): Promise<string[]> {
  const all = Object.entries({ ...process.env, ...env, PORT: '0' }).map(([name, value]) => [name, value ?? '']);
  const server = await startServer(resolve(import.meta.dirname, '../..'), Object.fromEntries(all), []);
  try {
    await during();
    const base = `http://127.0.0.1:${server.port}`;
    const paths = ['/users/2', '/users/2/outbox', recipe, '/@cook2', '/api/v1/instance'];
    const pictures = keys.slice(0, 3).map((key) => `/media/${key}/small`);
    const answers = [...paths, ...pictures].map(async (path) => {
      const accept = path.startsWith('/users') ? 'application/activity+json' : '*/*';
      const response = await fetch(`${base}${path}`, { headers: { accept } });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return `${path} ${response.status} ${path === '/@cook2' ? '' : digest(bytes)}`;
    });
    return await Promise.all(answers);
  } finally {
    await server.stop();
  }
}

test('database and pictures move away from an embedded server, which then serves the same', async () => {
  expect(items).toBeGreaterThan(isFull ? 10_000 : 6_000);
  const target = await createEmptyDatabase(inject('testServer'), 'moved');

  const before = await served(embedded, async () => {
    const running = await cli(...moveTo(target));
    expect([running.code, running.stderr]).toEqual([1, expect.stringContaining('stop it first')]);
  });
  expect(before.filter((line) => line.includes(' 200 '))).toHaveLength(8);

  const moved = await cliJson<Moved>(...moveTo(target));
  expect(moved.tables.find(({ name }) => name === 'eventable')?.rows).toBe(items);
  for (const { name, rows } of moved.tables) {
    const [found] = await queryOn<{ count: number }>(target, `SELECT count(*)::int FROM "${name}"`);
    expect([name, found!.count]).toEqual([name, rows]);
  }
  const [next] = await queryOn<{ id: number; top: number }>(
    target,
    `SELECT nextval('eventable_id_seq')::int AS id, (SELECT max(id) FROM eventable)::int AS top`,
  );
  // A server that starts uses up an id.
  expect(next!.id).toBeGreaterThan(next!.top);
  expect(next!.id).toBeLessThan(next!.top + 10);

  const first = await cliJson(['media', 'move', 'bucket'], { env: { ...embedded, ...s3.env } });
  expect(first).toMatchObject({ copied: 3 * pictures, present: 0 });
  expect(filesInBucket()).toEqual(await filesOnDisk());
  const external = { DATABASE_URL: target, DATA_DIR: folder };
  // A picture that the old server stored meanwhile, and one that was damaged on the way.
  await diskBackend(media).put(keys[0]!, 'upload', randomBytes(100));
  s3.objects.get(`media/${keys[1]}/small`)!.bytes[0]! ^= 1;
  const second = await cliJson(['media', 'move', 'bucket'], { env: { ...external, ...s3.env } });
  expect(second).toMatchObject({ copied: 2, present: 3 * pictures - 1 });
  expect(filesInBucket()).toEqual(await filesOnDisk());

  const onDisk = await filesOnDisk();
  rmSync(media, { recursive: true });
  expect(await served({ ...external, ...s3.env })).toEqual(before);
  expect(existsSync(join(folder, 'postgres'))).toBe(true);

  expect(readdirSync(folder)).toContain('secret');
  expect(s3.refused).toEqual([]);
  if (!isFull) return;

  expect(await cliJson(['media', 'move', 'disk'], { env: { ...external, ...s3.env } })).toMatchObject({
    copied: 3 * pictures + 1,
  });
  expect(await filesOnDisk()).toEqual(onDisk);
  expect(s3.refused).toEqual([]);

  // The old database is as it was, and still starts.
  expect(await served({ ...embedded })).toEqual(before);
});

/** Forwards connections to a database. Cuts the one that sends the text. */
async function cutAt(text: string, database: string): Promise<{ url: string; cuts(): number; stop(): void }> {
  const url = new URL(database);
  const port = Number(url.port || 5432);
  const host = url.searchParams.get('host') ?? url.hostname;
  let cuts = 0;
  const server = createServer((near) => {
    const far = createConnection(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port });
    near.on('error', () => {}).on('close', () => far.destroy());
    far.on('error', () => {}).on('close', () => near.destroy());
    far.pipe(near);
    near.on('data', (bytes) => {
      if (!bytes.includes(text)) return void far.write(bytes);
      cuts += 1;
      far.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, cuts: () => cuts, stop: () => void server.close() };
}

test('a move that is cut off leaves nothing, and succeeds when it is repeated', async () => {
  const target = await createEmptyDatabase(inject('testServer'), 'cut_off');
  const source = await startEmbedded(folder, { settings: { fsync: 'off' } });
  const proxy = await cutAt('COPY "step"', target);
  await disconnect();
  try {
    const moving = copyDatabase(source.url, proxy.url, { ownConnections: 1, onTable: () => {} });
    await expect(moving).rejects.toThrow();
  } finally {
    connect(original);
    proxy.stop();
    await source.stop();
  }
  expect(proxy.cuts()).toBe(1);
  expect(await queryOn(target, 'SELECT 1 FROM eventable LIMIT 1')).toEqual([]);

  expect((await cli(...moveTo(target))).stdout).toMatch(
    /eventable: \d+ rows, equal[\s\S]*set DATABASE_URL=postgresql:[^ ]*:\*\*\*@/,
  );
  const again = await cli(...moveTo(target));
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('not empty')]);
});

test('wrong targets are refused with one line', async () => {
  const wrong = await command(['database', 'move', 'mysql://x']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('must be a URL')]);
  const secret = await command(['database', 'move', 'postgresql://potluck:secret@127.0.0.1:1/potluck']);
  expect([secret.code, secret.stderr]).toEqual([2, expect.stringContaining('--password-stdin')]);
  const nowhere = ['database', 'move', 'postgresql://a@127.0.0.1:1/nowhere', '--password-stdin'];
  const away = await command(nowhere, 'secretword\n');
  expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('nowhere at 127.0.0.1:1 cannot be reached')]);
  expect(away.stderr).not.toContain('secretword');
  const unset = await command(['media', 'move', 'bucket']);
  expect([unset.code, unset.stderr]).toEqual([1, expect.stringContaining('S3_BUCKET')]);
});
