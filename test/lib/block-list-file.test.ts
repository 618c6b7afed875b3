/** Lists of rules for servers as programs and people write them. */
import { expect, test } from 'vitest';
import { readBlockList } from '../../src/domain/moderation/block-list-file.ts';
import { simpleRows } from '../../src/lib/csv.ts';

const rulesOf = (text: string) => readBlockList(text).rules.map(({ host, severity }) => `${host} ${severity}`);

test('severities of other programs keep their strength, and unknown ones are named and make no rule', () => {
  const severities = ['limit', 'none', 'reject', 'Silence', '', 'hard', 'x'.repeat(100)];
  const list = `#domain,#severity\n${severities.map((name, at) => `s${at}.example,${name}`).join('\n')}`;
  expect(rulesOf(list)).toEqual([
    's0.example silence',
    's1.example noop',
    's2.example suspend',
    's3.example silence',
    's4.example suspend',
  ]);
  expect(readBlockList(list).skipped).toEqual(['s5.example (hard)', `s6.example (${'x'.repeat(40)})`]);
  const json = JSON.stringify([
    { domain: 'one.example', severity: 'limit' },
    { domain: 'two.example', severity: 'hard' },
  ]);
  expect(readBlockList(json)).toMatchObject({ rules: [{ severity: 'silence' }], skipped: ['two.example (hard)'] });
});

test('semicolons and tabs separate values, with and without a line of columns', () => {
  const expected = ['one.example suspend', 'two.example silence'];
  expect(rulesOf('one.example;suspend\ntwo.example;silence')).toEqual(expected);
  expect(rulesOf('#domain;#severity;#public_comment\none.example;suspend;a, b\ntwo.example;silence;')).toEqual(
    expected,
  );
  expect(rulesOf('sep=;\r\n#domain;#severity\r\none.example;suspend\r\ntwo.example;limit')).toEqual(expected);
  expect(rulesOf('domain\tseverity\none.example\tsuspend\ntwo.example\tlimit')).toEqual(expected);
  expect(rulesOf('one.example\ntwo.example')).toEqual(['one.example suspend', 'two.example suspend']);
});

test('quotation marks within a value do not spoil the list', () => {
  const comments = ['said "bad" things', '"said ""bad"" things"', '"a, b"', '"says "so" too"', '5" pans'];
  const list = `#domain,#public_comment\n${comments.map((text, at) => `s${at}.example,${text}`).join('\n')}`;
  expect(readBlockList(list).rules.map(({ host, publicComment }) => [host, publicComment])).toEqual([
    ['s0.example', 'said "bad" things'],
    ['s1.example', 'said "bad" things'],
    ['s2.example', 'a, b'],
    ['s3.example', 'says "so" too'],
    ['s4.example', '5" pans'],
  ]);
});

test('lists within archives may have semicolons', () => {
  expect(simpleRows('bob@peer.example;true\r\n"eve@peer.example";false', 10)).toEqual([
    ['bob@peer.example', 'true'],
    ['eve@peer.example', 'false'],
  ]);
});
