/** CSV files that this server writes, and reads again. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readList } from '../../src/domain/migration/list-files.ts';
import { readBlockList } from '../../src/domain/moderation/block-list-file.ts';
import { csvLine, csvValue, readRows } from '../../src/lib/csv.ts';

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
    expect(readRows(line, { maxRows: 10 }).map((row) => row.map(csvValue))).toEqual([[address]]);
  }
  const list = csvLine(['#domain', '#public_comment']) + csvLine(['bad.example', '=1+1']);
  expect(readBlockList(list).rules).toMatchObject([{ host: 'bad.example', publicComment: '=1+1' }]);
});

test('rows are read as another reader of RFC 4180 reads them', () => {
  const values = ['a', '', 'b c', 'd;e', 'f,g', 'say "h"', '""', 'i\nj', 'k\r\nl', '"', ' m ', 'ü|ö'];
  const rows = values.map((_, at) => [`row ${at}`, ...values.slice(at), ...values.slice(0, at)]);
  const text = rows.map(csvLine).join('');
  expect(readRows(text, { maxRows: 100 })).toEqual(parse(text, { trim: true }));
  for (const delimiter of [';', '\t']) {
    const written = rows.map((row) => `${row.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter)}\n`);
    expect(readRows(written.join(''), { maxRows: 100 })).toEqual(parse(text, { trim: true }));
  }
});

test('a table has other delimiters, blank lines and a first line that names the delimiter', () => {
  const expected = [
    ['a', 'b, c'],
    ['d', 'e'],
  ];
  for (const text of [
    'a;"b, c"\nd;e',
    'sep=;\r\na;b, c\r\nd;e',
    '\uFEFF\r\n \r\na;"b, c"\r\n\r\nd;e\r\n',
    'sep=|\na|b, c\nd|e',
    '\uFEFF"sep=;"\r\n"a"; "b, c" \r\nd ;e',
    'a\t"b, c"\nd\te',
  ])
    expect(readRows(text, { maxRows: 10 })).toEqual(expected);
});

test('a quotation mark that is never closed and a row that is too long end the table', () => {
  expect(() => readRows('a,b\n"c,d\ne,f', { maxRows: 10 })).toThrow();
  expect(() => readRows(`a,${'b'.repeat(100)}`, { maxRows: 10, maxRowLength: 100 })).toThrow();
  expect(readRows(`a,${'b'.repeat(97)}`, { maxRows: 10, maxRowLength: 100 })).toHaveLength(1);
  expect(readRows('a\n\nb\nc', { maxRows: 3 })).toEqual([['a'], ['b']]);
});
