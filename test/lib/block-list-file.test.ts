/** Lists of rules for servers as programs and people write them. */
import { expect, test } from 'vitest';
import { readBlockList } from '../../src/domain/moderation/block-list-file.ts';

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

const json = (value: unknown) => JSON.stringify(value);
const mrf = {
  mrf_simple: {
    reject: ['one.example', '*.two.example'],
    media_removal: ['one.example', 'three.example'],
    federated_timeline_removal: ['four.example'],
    report_removal: ['four.example'],
    accept: ['friend.example'],
    followers_only: ['five.example'],
  },
  mrf_simple_info: { reject: { 'one.example': { reason: 'spam' } } },
};
const mrfRules = ['one.example suspend', 'two.example suspend', 'four.example silence', 'three.example noop'];

test.each<[form: string, list: string, rules: string[]]>([
  [
    'Mastodon 4.1 and later',
    '#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate\r\none.example,suspend,TRUE,False,"a, b",false\r\n',
    ['one.example suspend'],
  ],
  ['Mastodon for one person', 'one.example\r\ntwo.example\r\n', ['one.example suspend', 'two.example suspend']],
  [
    'fediblockhole',
    'domain,severity,public_comment,count,percent\none.example,silence,x,5,83',
    ['one.example silence'],
  ],
  ['Friendica', '"Pattern","Reason"\n"*.one.example","spam"\n', ['one.example suspend']],
  ['columns in another order and case', 'Reason;Severity;Instance\nspam;Limit;one.example', ['one.example silence']],
  ['names with comments', '# Ours\none.example # spam\n\n#two.example\n', ['one.example suspend']],
  [
    'addresses',
    'https://one.example/\n@two.example\nthree.example/about?x\n',
    ['one.example suspend', 'two.example suspend', 'three.example suspend'],
  ],
  ['a list of names as JSON', json(['one.example', 'two.example']), ['one.example suspend', 'two.example suspend']],
  [
    'GoToSocial',
    json([{ domain: 'one.example', obfuscate: false, public_comment: 'x', suspended_at: '2024' }]),
    ['one.example suspend'],
  ],
  ['Pleroma: NodeInfo', json({ metadata: { federation: mrf } }), mrfRules],
  ['Pleroma: the instance', json({ pleroma: { metadata: { federation: mrf } } }), mrfRules],
  ['Akkoma: the policies alone', json(mrf.mrf_simple), mrfRules],
  [
    'Akkoma: tuples',
    json({ reject: [{ tuple: ['one.example', 'spam'] }, ['two.example', 'x']] }),
    ['one.example suspend', 'two.example suspend'],
  ],
  [
    'Misskey',
    json({ blockedHosts: ['one.example'], silencedHosts: ['two.example'] }),
    ['one.example suspend', 'two.example silence'],
  ],
  [
    'Lemmy',
    json({
      federated_instances: { linked: [{ domain: 'friend.example' }], blocked: [{ id: 1, domain: 'one.example' }] },
    }),
    ['one.example suspend'],
  ],
  ['Lemmy for one person', json({ blocked_instances: ['one.example'] }), ['one.example suspend']],
  [
    'RapidBlock',
    json({ blocks: { 'one.example': { isBlocked: true, reason: 'spam' }, 'two.example': { isBlocked: false } } }),
    ['one.example suspend'],
  ],
])('a list of %s is read', (_, list, rules) => {
  expect(rulesOf(list)).toEqual(rules);
  expect(rulesOf(`\uFEFF${list}`)).toEqual(rules);
});

test('policies of Pleroma keep what they reject, and their reasons', () => {
  const { rules } = readBlockList(json(mrf));
  const rejected = rules.map(({ rejectMedia, rejectReports, publicComment }) => [
    rejectMedia,
    rejectReports,
    publicComment,
  ]);
  expect(rejected).toEqual([
    [true, false, 'spam'],
    [false, false, ''],
    [false, true, ''],
    [true, false, ''],
  ]);
});

test.each(['{}', '{"a":1}', '{"reject":[]}', '[1]', '{"reject":', `[${'['.repeat(40)}`])('%.20s is no list', (text) => {
  expect(() => readBlockList(text)).toThrow();
});
