/**
 * Upgrades databases that earlier versions filled. Before a large migration,
 * `FILL=NAME npx vitest run test/db/filled.test.ts` stores a database of this version as `test/db/filled/NAME.json`.
 */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { connect, disconnect } from '../../src/db/client.ts';
import { restoreSnapshot, withSnapshot } from '../../src/db/copy.ts';
import type { DumpedSequence, DumpedTable, LoggedMigration } from '../../src/db/sql/database.ts';
import { findAccountByHandle } from '../../src/domain/accounts/account.ts';
import { recount } from '../../src/domain/instance/upkeep.ts';
import { decide } from '../../src/domain/moderation/decisions.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { config } from '../../src/lib/config.ts';
import { type Body, createItemsOfEachKind, importAs } from '../support/account-content.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { type Cast, registerCast } from '../support/cast.ts';
import { createDatabase, createEmptyDatabase } from '../support/database.ts';
import { query } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { remoteServerAt, setInboxHandler } from '../support/remote-server.ts';

interface Filled {
  migrations: LoggedMigration[];
  tables: (DumpedTable & { rows: string })[];
  sequences: DumpedSequence[];
  /** What members and guests saw. */
  seen: Record<string, Body>;
}

const folder = join(import.meta.dirname, 'filled');
const names = ['ann', 'bo', 'cy'] as const;

afterEach(() => disconnect());

/** Adds reports, decisions and a remote account with items and interactions. */
async function fill(): Promise<void> {
  setInboxHandler(testApp().fetch);
  const cast: Cast = await registerCast();
  await createItemsOfEachKind(cast);
  const remote = remoteServerAt('far-away.example');
  const bob = remote.actor('bob');
  const [{ id, uri }] = (await as(cast.bo).get('/recipes')).body;
  await as(cast.bo).patch(`/recipes/${id}`, { recipe: { name: 'Bo’s better bread' } });
  await as(cast.cy).post('/reports', { report: { account_id: cast.bo.id, comment: 'Too salty' } });
  await decide(operator, { accountId: cast.bo.id, action: 'warn', reason: 'Mind the salt' });
  const follow = remote.activity('Follow', bob, `${config.baseUrl}/users/${cast.bo.id}`);
  const create = remote.activity('Create', bob, remote.note(bob, { content: '<p>Soup for @bo</p>' }));
  await drain();
  await as(cast.bo).get(`/search?q=${encodeURIComponent(`@${bob.handle}`)}&resolve=true`);
  await drain();
  const known = await findAccountByHandle(bob.handle);
  expect((await as(cast.bo).post(`/accounts/${known!.id}/follow`)).status).toBe(201);
  for (const activity of [follow, remote.activity('Like', bob, uri), create])
    expect((await remote.send(activity)).status).toBe(202);
  const { id: gone } = (await as(cast.cy).post('/statuses', { status: { content: 'Gone soon' } })).body;
  await drain();
  await as(cast.cy).delete(`/statuses/${gone}`);
  await importAs(cast.cy, Buffer.from(JSON.stringify(toast)));
  for (const statement of rowsThatPagesWrite) await query(statement, [cast.bo.id]);
  await drain();
}

const toast = {
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: 'Toast',
  recipeIngredient: ['1 slice of bread'],
  recipeInstructions: 'Toast the bread.',
};

/** Writes what members and operators leave behind on pages, for the account $1. */
const rowsThatPagesWrite = [
  `INSERT INTO session (hash, account_id, expires_at) VALUES ('\\x01', $1, '2040-01-01')`,
  `INSERT INTO totp (account_id, secret, confirmed_at) VALUES ($1, '\\x02', now())`,
  `INSERT INTO recovery_code (account_id, hash) VALUES ($1, '\\x03')`,
  `INSERT INTO passkey (account_id, credential_id, public_key, counter, name) VALUES ($1, 'id', '\\x04', 1, 'Phone')`,
  `INSERT INTO login (account_id, user_agent, address) VALUES ($1, 'Browser', '192.0.2.1')`,
  `INSERT INTO invitation (account_id, code, max_uses, expires_at) VALUES ($1, 'come-in', 5, '2040-01-01')`,
  `INSERT INTO mail (account_id, kind, address, data) VALUES ($1, 'confirm', 'bo@mail.example', '{}')`,
  `INSERT INTO setting (key, value) VALUES ('filled_for', to_jsonb($1::bigint))`,
  `WITH list AS (INSERT INTO block_list (url) VALUES ('https://lists.example/' || $1::bigint) RETURNING id)
   INSERT INTO domain_block (host, list_id) SELECT 'spam.example', id FROM list`,
];

async function look(): Promise<Filled['seen']> {
  const seen: Filled['seen'] = {};
  for (const name of names) {
    const account = (await findAccountByHandle(name))!;
    const own = ['/recipes', '/statuses', '/collections', '/shopping_list', '/filters', '/notifications'];
    for (const path of ['/accounts/me', '/timeline', '/blocks', '/preparations', '/bakings', ...own])
      seen[`${name} ${path}`] = (await as(account).get(path)).body;
    seen[`anyone ${name}`] = (await anyone.get(`/accounts/${account.id}/timeline`)).body;
  }
  return seen;
}

async function dump(url: string, seen: Filled['seen']): Promise<Filled> {
  return withSnapshot(url, async ({ migrations, tables, sequences, rows }) => {
    const filled: Filled = { migrations, sequences, tables: [], seen };
    for (const table of tables) {
      const chunks: Buffer[] = [];
      for await (const chunk of rows(table)) chunks.push(chunk);
      filled.tables.push({ ...table, rows: Buffer.concat(chunks).toString() });
    }
    return filled;
  });
}

/** A follow that the Undo of another one ended in its place, as versions before `undo_sent_at` noted it. */
const endedFollow = [
  '1000',
  '5',
  'https://far-away.example/activities/ended',
  'follow',
  '2',
  '\\N',
  ...Array(2).fill('2026-11-27 12:30:29.835+00'),
  '\\N',
  '\\N',
  'https://far-away.example/activities/other\n',
].join('\t');

/** Some IRIs in raw Unicode, as versions before the normal form stored them. Members see the normal form. */
const withUnicodeIris = ({ tables, seen, ...rest }: Filled): Filled => ({
  ...rest,
  tables: tables.map(({ rows, ...table }) => ({ ...table, rows: renameBob(rows, 'bób') })),
  seen: JSON.parse(renameBob(JSON.stringify(seen), 'b%C3%B3b')),
});
const renameBob = (text: string, name: string) =>
  text.replaceAll('far-away.example/users/bob', `far-away.example/users/${name}`);

test.runIf(process.env.FILL)('stores a filled database of this version', async () => {
  const url = await createDatabase(inject('testServer'), `fill_${randomInt(1e6)}`);
  connect(url);
  await fill();
  writeFileSync(join(folder, `${process.env.FILL}.json`), JSON.stringify(await dump(url, await look()), null, 1));
});

test.skipIf(process.env.FILL).each(readdirSync(folder))(
  'a database like %s shows the same after the upgrade',
  async (file) => {
    const filled = withUnicodeIris(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const url = await createEmptyDatabase(inject('testServer'), `filled_${process.env.VITEST_POOL_ID}`);
    await restoreSnapshot(url, filled, async (target) => {
      for (const { name, rows } of filled.tables)
        await target.add(name, Buffer.from(name === 'source_activity' ? rows + endedFollow : rows));
      await target.endTables();
      await target.continueSequences(filled.sequences, 0);
    });
    connect(url);
    // A mute for a day has not ended, whenever the test runs.
    await query(`UPDATE mute SET expires_at = now() + interval '1 day' WHERE expires_at IS NOT NULL`);

    const empty = filled.tables.filter(({ rows }) => rows === '').length;
    expect(empty / filled.tables.length).toBeLessThan(0.5);
    const counters = () => query('SELECT id, likes_count, boosts_count, replies_count FROM eventable ORDER BY id');
    const before = await counters();
    // Members sign in again, and their work goes on.
    expect(await look()).toMatchObject(filled.seen);
    await recount();
    expect(await counters()).toEqual(before);
    const ann = (await findAccountByHandle('ann'))!;
    expect((await as(ann).post('/recipes', { recipe: { name: 'After the upgrade' } })).status).toBe(201);
    expect((await as(ann).get('/recipes')).body[0].name).toBe('After the upgrade');
    await drain();
    expect(await query(`SELECT iri FROM account WHERE host = 'far-away.example'`)).toEqual([
      { iri: 'https://far-away.example/users/b%C3%B3b' },
    ]);
    expect(await query(`SELECT undone_at IS NOT NULL AS undone FROM source_activity WHERE id = 1000`)).toEqual([
      { undone: true },
    ]);
  },
);
