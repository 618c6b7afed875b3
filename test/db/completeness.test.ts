/** What a new table or counter must not forget, as the database's own catalogue shows it. */
import { expect, test } from 'vitest';
import * as accountErasure from '../../src/db/sql/account-removal.ts';
import { eraseItems } from '../../src/db/sql/item-removal.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { query } from '../support/database-connection.ts';

useCast();

/** Tables whose rows outlive a deleted account, with the reason. */
const kept: Record<string, string> = {
  account: 'other accounts moved to it',
  account_successor: 'former ids of an account of another server',
  activity: 'its Delete is still delivered',
  actor_key: 'signs these deliveries',
  admin_action: 'the log of moderators',
  application: 'names who invited somebody',
  imported_recipe: 'goes with the item',
  invitation: 'useless without its member, and pruned when it expires',
  mention: 'goes with the item, or belongs to items of others',
  pin: 'goes with the item',
  report: 'the log of moderators',
};

test('the erasure of an account reaches every table that refers to accounts', async () => {
  const referring = await query<{ name: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'account'::regclass ORDER BY 1`,
  );
  const statements = [...Object.values(accountErasure).flat(), eraseItems].flatMap(({ declared }) => declared.texts);
  const isErased = (table: string) => statements.some((text) => text.includes(`DELETE FROM ${table} `));
  const tables = referring.map(({ name }) => name);
  expect(tables.filter(isErased).length).toBeGreaterThan(20);
  expect(tables.filter((table) => !isErased(table))).toEqual(Object.keys(kept));
});

test('every foreign key has an index, so that deleting a row it refers to scans no table', async () => {
  const keys = await query<{ name: string; indexed: boolean }>(
    `SELECT conrelid::regclass || ' ' || conname AS name, EXISTS (
       SELECT 1 FROM pg_index i
       WHERE i.indrelid = k.conrelid AND i.indisvalid
         AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
         AND (i.indkey::int2[])[0 : cardinality(k.conkey) - 1] @> k.conkey
     ) AS indexed FROM pg_constraint k WHERE contype = 'f' ORDER BY 1`,
  );
  expect(keys.filter(({ indexed }) => indexed).length).toBeGreaterThan(80);
  expect(keys.filter(({ indexed }) => !indexed)).toEqual([]);
});

test('a recount corrects every counter of items and accounts', async () => {
  const { body } = await as(cast.ann).post('/recipes', { recipe: { name: 'Dough' } });
  for (const [table, id] of [
    ['eventable', body.id],
    ['account', cast.ann.id],
  ] as const) {
    const counters = await query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = $1 AND column_name ~ '_(count|sum)$' AND column_name !~ '^remote_'`,
      [table],
    );
    const names = counters.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1);
    const read = async () => (await query(`SELECT ${names.join(', ')} FROM ${table} WHERE id = $1`, [id]))[0];
    const right = await read();
    await query(`UPDATE ${table} SET ${names.map((name) => `${name} = ${name} + 7`).join(', ')} WHERE id = $1`, [id]);
    expect(await read()).not.toEqual(right);
    await recount();
    expect(await read()).toEqual(right);
  }
});
