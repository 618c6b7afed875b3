/** Lists from Mastodon are recognised by their columns, their entries and their names, and bad lines are counted. */
import { describe, expect, test } from 'vitest';
import { readList } from '../../src/domain/migration/list-files.ts';
import { findLists } from '../../src/domain/migration/reading/read-source.ts';
import { renderMarkdown } from '../../src/lib/markdown.ts';
import { toMarkdown } from '../../src/recipe-import/posts.ts';

const kindOf = (text: string, name: string) => {
  const list = readList(text, name);
  return list && [list.kind, list.isGuess, list.entries.length];
};

test.each([
  ['Account address,Show boosts\nbob@peer.example,true', 'x.csv', ['follow', false, 1]],
  ['Account address,Hide notifications\nbob@peer.example,true', 'x', ['mute', false, 1]],
  ['Account address\nbob@peer.example', 'x', ['follow', true, 1]],
  ['bob@peer.example\r\neve@peer.example\r\n', 'blocked_accounts.csv', ['block', false, 2]],
  ['bob@peer.example\nBOB@peer.example\n\n', 'muted_accounts.csv', ['mute', false, 1]],
  ['\uFEFFpeer.example\nrude.example:8443', 'blocked_domains.csv', ['domain', false, 2]],
  ['#domain\npeer.example', 'x', ['domain', false, 1]],
  ['https://peer.example/@bob/1', 'bookmarks.csv', ['bookmark', false, 1]],
  ['Account address;Show boosts\nbob@peer.example;true\neve@peer.example;false', 'x', ['follow', false, 2]],
  ['bob@peer.example;true;false;\neve@peer.example;false;false;de', 'following_accounts.csv', ['follow', false, 2]],
  ['sep=;\r\n#domain;#comment\r\npeer.example;"a; b"', 'x', ['domain', false, 1]],
  ['2 eggs\n1 onion', 'soup.txt', null],
  ['Soup by bob@peer.example\n1 onion', 'soup', null],
  ['', 'x', null],
])('%j in %s is %j', (text, name, expected) => {
  expect(kindOf(text, name)).toEqual(expected);
});

test('columns say whether boosts are shown, and bad lines are told with their number', () => {
  const text = 'Account address,Show boosts\nbob@peer.example,false\n,\n"a,b",true\n@eve@peer.example,true\nx@y@z,true';
  const list = readList(text, 'following_accounts.csv')!;
  expect(list.entries).toEqual([
    { value: 'bob@peer.example', option: false },
    { value: 'eve@peer.example', option: true },
  ]);
  expect(list.skipped.map(({ text: line }) => line)).toEqual(['', 'a,b', 'x@y@z']);
});

test.each([
  ['acct:bob@peer.example', 'Account address,Show boosts'],
  ['https://peer.example/@bob', 'Account address,Show boosts'],
  ['bob@peer.example,withReplies=true', 'bob@peer.example'],
])('the entry %s of another server is read', (line, first) => {
  const list = readList(`${first}\n${line}`, 'following_accounts.csv')!;
  expect(list.entries).toEqual([{ value: 'bob@peer.example', option: true }]);
});

describe('refused with a reason', () => {
  test.each([
    ['Soup,bob@peer.example\nCake,eve@peer.example', 'lists.csv', 'There are no lists of accounts'],
    ['a,b,c', 'recipes.csv', 'none of the lists'],
    ['bob@peer.example\n'.repeat(20_002), 'follows.csv', 'more than 20,000 lines'],
    [`bob@peer.example\n${'"a'.repeat(100_000)}`, 'follows.csv', 'cannot be read'],
  ])('%#', (text, name, reason) => {
    expect(() => readList(text, name)).toThrow(reason);
  });
});

test('other encodings are read, and binary content is no list', () => {
  const entriesOf = (bytes: Uint8Array, name: string) =>
    [...(findLists(bytes, name) ?? [])].flatMap((event) => (event.type === 'list' ? event.entries : []));
  for (const text of ['\uFEFFbob@peer.example', 'bob@peer.example']) {
    const utf16 = Buffer.from(text, 'utf16le');
    expect(entriesOf(utf16, 'follows.csv')).toEqual([{ value: 'bob@peer.example', option: true }]);
    expect(entriesOf(utf16.swap16(), 'follows.csv')).toEqual([{ value: 'bob@peer.example', option: true }]);
  }
  const latin = Buffer.from('bücher.example\n', 'latin1');
  expect(entriesOf(latin, 'blocked_domains.csv')[0]?.value).toBe('bücher.example');
  expect(findLists(Buffer.from([0, 1, 2, 255]), 'follows.csv')).toBeNull();
});

test.each([
  ['<p>a *b* _c_ [d](e) `f` ~g~ &lt;h&gt; &amp;lt; \\</p>', 'a *b* _c_ [d](e) `f` ~g~ <h> &lt; \\'],
  ['<p># a<br>- b<br>1. c<br>+ d<br>---<br>== </p>', '# a\n- b\n1. c\n+ d\n---\n=='],
])('the Markdown of %s shows the same text', (html, shown) => {
  const text = renderMarkdown(toMarkdown(html))
    .replaceAll('<br>', '\n')
    .replace(/<\/?p>/g, '');
  const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  expect(plain).toBe(shown);
});

test('links, lists, quotes and code become Markdown', () => {
  const html = `<p>See <a href="https://x.example/a_b"><span class="invisible">https://</span>x.example/a_b</a> and
    <a href="https://x.example/">this</a>, <a href="javascript:alert(1)">no</a> <em>really</em></p>
    <blockquote><p>Quoted</p></blockquote><ul><li>One</li><li>Two</li></ul><ol><li>First</li></ol><pre><code>a  b
c</code></pre>`;
  expect(toMarkdown(html)).toBe(
    'See <https://x.example/a_b> and [this](<https://x.example/>), no *really*\n\n> Quoted\n\n- One\n- Two\n\n1. First\n\n    a  b\n    c',
  );
});
