/** Hand-written statements have the types that PostgreSQL describes, and are used only where Prisma Client is not. */
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writtenTexts } from '../../prisma/statement-texts.ts';
import { statementsOf, typesFile, writtenTypes } from '../../prisma/statement-types.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL! });
  await client.connect();
});
afterAll(() => client.end());

test('the types of statements are current', async () => {
  const written = await writtenTypes(client);
  expect(written.split('\n').length).toBeGreaterThan(1000);
  expect(readFileSync(typesFile, 'utf8'), 'run "npm run sql:types"').toBe(written);
});

test('the texts of composed statements are current', async () => {
  const written = await writtenTexts();
  expect(written.size).toBeGreaterThan(10);
  expect(globSync('src/db/sql/*.sql').sort()).toEqual([...written.keys()].map((path) => relative('.', path)).sort());
  for (const [path, text] of written) expect(readFileSync(path, 'utf8'), 'run "npm run sql:types"').toBe(text);
});

const value = String.raw`(\$\d+(::(?!jsonb)\w+(\[\])?)?|now\(\)|NULL|true|false|'\w*')`;
const condition = String.raw`([\w.]+ (=|<>|<|>|<=|>=) ${value}|[\w.]+ IS (NOT )?NULL)`;
const where = `( WHERE ${condition}( AND ${condition})*)?`;
const column = String.raw`([\w."]+|count\(\*\)(::int)?)( AS [\w"]+)?`;
const columns = `${column}(, ${column})*`;
const plain = [
  String.raw`SELECT ${columns} FROM \w+${where}( ORDER BY \w+( DESC)?)?( LIMIT \S+)?`,
  String.raw`INSERT INTO \w+ \([\w, ]+\) VALUES \(${value}(, ${value})*\)( ON CONFLICT DO NOTHING)?( RETURNING ${columns})?`,
  String.raw`UPDATE \w+ SET \w+ = ${value}(, \w+ = ${value})*${where}( RETURNING ${columns})?`,
  String.raw`DELETE FROM \w+${where}( RETURNING ${columns})?`,
].map((pattern) => new RegExp(`^${pattern}$`));

/** Reads or writes one table by plain values, which Prisma Client says in fewer words. Pruning by time has none. */
const isPlain = (text: string) => text.includes('$1') && plain.some((pattern) => pattern.test(text));

/** Capabilities that no benchmark covers. */
const cold = ['access', 'imports', 'instance', 'log-in', 'mail', 'moderation', 'shopping'];

const everyPage = 'every start and every page reads it, and must not load Prisma';
const everyWrite = 'every write with an idempotency key';
const anyTransaction = 'is a step of transactions without Prisma';
const exceptions: Record<string, string> = {
  select_setting: everyPage,
  select_instance_pictures: everyPage,
  select_reply: everyWrite,
  record_created_id: everyWrite,
  store_reply: everyWrite,
  select_live_session: anyTransaction,
  insert_imported_recipe: anyTransaction,
  release_import_picture: anyTransaction,
  mark_action_undone: anyTransaction,
  delete_passkeys_of: 'returns what it deleted',
};

test('capabilities that are not hot use Prisma Client for reads and writes of one table', async () => {
  const statements = (await Promise.all(cold.map((name) => statementsOf(`src/db/sql/${name}.ts`)))).flat();
  const found = statements.filter(({ texts }) => texts.some((text) => isPlain(text.replaceAll(/\s+/g, ' ').trim())));
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(exceptions).sort());
});
