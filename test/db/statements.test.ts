/** The committed types of hand-written statements are those that PostgreSQL describes. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typesFile, writtenTypes } from '../../prisma/statement-types.ts';

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
