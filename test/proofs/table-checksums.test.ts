/** The checksums of all tables notice every written row, and the copies undo it. */
import { expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { useCast } from '../support/cast.ts';
import { changed, copyTables, restore, tableChecksums } from '../support/table-checksums.ts';

useCast();

test.each([
  ['inserted', `INSERT INTO setting (key, value) VALUES ('stock', '1')`, 'setting'],
  ['changed', `UPDATE account SET name = 'Somebody' WHERE handle = 'ann'`, 'account'],
  ['deleted', `DELETE FROM member WHERE account_id = (SELECT id FROM account WHERE handle = 'ann')`, 'member'],
])('a row that is %s is noticed and undone', async (_, sql, table) => {
  const saved = await copyTables();
  for (const _time of ['once', 'again']) {
    await pool().query(sql);
    expect(changed(saved, await tableChecksums())).toContain(table);
    await restore(saved);
    expect(changed(saved, await tableChecksums())).toEqual([]);
  }
});
