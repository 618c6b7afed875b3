/** CSV files that this server writes, and reads again. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readList } from '../../src/domain/migration/list-files.ts';
import { readBlockList } from '../../src/domain/moderation/block-list-file.ts';
import { csvLine, csvValue, simpleRows } from '../../src/lib/csv.ts';

const formulas = ['=HYPERLINK("https://evil.example")', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1'];

test('no value of a list is a formula for a spreadsheet, and each is read back as it was', () => {
  for (const value of [...formulas, 'plain', "'quoted'", '', 'a,b', 'say "a"']) {
    const [[written]] = parse(csvLine([value, 'x'])) as [[string, string]];
    expect(written).not.toMatch(/^[=+\-@\t\r]/);
    expect(csvValue(written)).toBe(value);
  }
});

test('lists of accounts and of servers are read with and without the apostrophe', () => {
  const address = '-eve@peer.example';
  const entries = [{ value: address, option: true }];
  for (const line of [`${address}\r\n`, csvLine([address])]) {
    expect(readList(line, 'following_accounts.csv')).toMatchObject({ entries });
    expect(simpleRows(line, 10)).toEqual([[address]]);
  }
  const list = csvLine(['#domain', '#public_comment']) + csvLine(['bad.example', '=1+1']);
  expect(readBlockList(list).rules).toMatchObject([{ host: 'bad.example', publicComment: '=1+1' }]);
});
