/** Renders Markdown of authors for pages. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHashtags, findMentions, renderMarkdown } from '../../src/lib/markdown.ts';
import { violationsIn } from '../support/allowed-html.ts';
import { leastProcessorTime } from '../support/processor-time.ts';
import { randomRuns } from '../support/random-runs.ts';

const rel = 'rel="nofollow noopener noreferrer"';

test.each([
  ['Mix **gently**.', '<p>Mix <strong>gently</strong>.</p>'],
  ['*a* ~~b~~ `c`', '<p><em>a</em> <del>b</del> <code>c</code></p>'],
  ['# A\n\n### B', '<h3>A</h3><h3>B</h3>'],
  ['- salt\n- oil', '<ul><li>salt</li><li>oil</li></ul>'],
  ['- salt\n  - sea\n\n1. mix', '<ul><li>salt<ul><li>sea</li></ul></li></ul><ol><li>mix</li></ol>'],
  ['a\n\n---\n\nb', '<p>a</p><p>b</p>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
  ['```js\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>'],
  [
    '- a\n\n      <p>\n\n      <br>\n\nb',
    '<ul><li><p>a</p><pre><code>&lt;p&gt;\n\n&lt;br&gt;\n</code></pre></li></ul><p>b</p>',
  ],
  ['one\ntwo', '<p>one<br>two</p>'],
  ['<b>a</b> & <script>', '<p>&lt;b&gt;a&lt;/b&gt; &amp; &lt;script&gt;</p>'],
  ['[x](https://a.example)', `<p><a href="https://a.example/" ${rel}>x</a></p>`],
  ['see https://a.example/b.', `<p>see <a href="https://a.example/b" ${rel}>https://a.example/b</a>.</p>`],
  ['a.example and me@a.example', '<p>a.example and me@a.example</p>'],
  ['[x](/settings)', '<p>[x](/settings)</p>'],
  ['a\0b\ud800c', '<p>abc</p>'],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(renderMarkdown(text)).toBe(expected);
});

const attacks = [
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](java&#x09;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](https://me@evil.example)',
  '[x](https://a.example "onmouseover=alert(1)")',
  '[x](https://a.example"onmouseover="alert(1))',
  '![x](javascript:alert(1))',
  '![x](https://a.example/x.png"onerror="alert(1))',
  '<javascript:alert(1)>',
  '<https://a.example/"onclick="alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<!-- --!><script>alert(1)</script>',
  '`<script>`',
  '```"><script>\nx\n```',
  '    <script>',
  '[<script>](https://a.example)',
  '[a][b]\n\n[b]: javascript:alert(1)',
  'https://a.example/"onmouseover="alert(1)',
  '&lt;script&gt;',
  '[[x](https://a.example)](https://b.example)',
  '| a |\n|---|\n| <b> |',
];

test.each(attacks)('nothing outside the allow-list passes: %s', (attack) => {
  for (const text of [attack, `- ${attack}`, `> ${attack}`, `**${attack}**`, `[${attack}](https://a.example)`]) {
    expect(violationsIn(renderMarkdown(text))).toEqual([]);
  }
});

test('no combination passes anything outside the allow-list', () => {
  const piece = fc.oneof(
    fc.constantFrom(...attacks),
    fc.constantFrom(
      '*',
      '_',
      '[',
      '](',
      ')',
      '`',
      '>',
      '- ',
      '\n',
      '\n\n',
      '@bob',
      '#pie',
      '<',
      '"',
      'https://a.example',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const references = {
    mention: (name: string) => ({ href: `https://cook.example/@${name}`, name }),
    hashtag: (tag: string) => `https://cook.example/tags/${tag}`,
  };

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(violationsIn(renderMarkdown(pieces.join(''), references))).toEqual([]);
    }),
    randomRuns(500),
  );
});

test('mentions and hashtags become links if they have a target', () => {
  const html = renderMarkdown('@Alice @nobody #Pie `@alice` [#pie](https://a.example) **@bob@b.example:8443**', {
    mention: (handle) =>
      handle === 'nobody' ? null : { href: `https://cook.example/@${handle}`, name: handle.split('@')[0]! },
    hashtag: (tag) => `https://cook.example/tags/${encodeURIComponent(tag)}`,
  });

  expect(html).toBe(
    `<p><span class="h-card"><a href="https://cook.example/@alice" ${rel} class="u-url mention">@<span>alice</span></a></span>` +
      ` @nobody <a href="https://cook.example/tags/pie" ${rel} class="mention hashtag">#<span>Pie</span></a>` +
      ` <code>@alice</code> <a href="https://a.example/" ${rel}>#pie</a>` +
      ` <strong><span class="h-card"><a href="https://cook.example/@bob@b.example:8443" ${rel} class="u-url mention">@<span>bob</span></a></span></strong></p>`,
  );
});

test('a remote name or URL cannot break out of its link', () => {
  const html = renderMarkdown('@eve #pie', {
    mention: () => ({ href: 'https://a.example/"><script>', name: '<script>' }),
    hashtag: () => 'javascript:alert(1)',
  });

  expect(violationsIn(html)).toEqual([]);
  expect(html).toContain('&lt;script&gt;');
});

test.each([
  ['@alice and @Bob_1', ['alice', 'bob_1']],
  ['@alice@Kitchen.Example, @Bob@b.example.', ['alice@kitchen.example', 'Bob@b.example']],
  ['(@alice) "@bob" **@carol** @dave!', ['alice', 'bob', 'carol', 'dave']],
  ['@alice @ALICE @alice', ['alice']],
  ['@a.b-c@x.example:3000', ['a.b-c@x.example:3000']],
  ['@koch@küche.example', ['koch@küche.example']],
  ['mail me@a.example or https://a.example/@alice', []],
  ['`@alice`\n\n```\n@bob\n```\n\n    @carol', []],
  ['[@alice](https://a.example) \\@bob', []],
  ['@ @@alice @alice@ @-', []],
  [`@${'x'.repeat(31)}`, []],
])('%j mentions %j', (text, expected) => {
  expect(findMentions(text)).toEqual(expected);
});

test.each([
  ['#Pie and #sauerteig_brot', ['pie', 'sauerteig_brot']],
  ['#Käse #パン #хлеб #ΤΥΡΌΠΙΤΑ', ['käse', 'パン', 'хлеб', 'τυρόπιτα']],
  ['#cafe\u0301 #caf\u00e9', ['café']],
  ['#2024 #30min', ['30min']],
  ['(#pie) #pie, #pie.', ['pie']],
  ['# heading\n#pie', ['pie']],
  ['a#b &#35; https://a.example/#c `#d` \\#e ##f', []],
])('%j has the hashtags %j', (text, expected) => {
  expect(findHashtags(text)).toEqual(expected);
});

test('text beyond 100,000 characters is dropped, and short text does not grow', () => {
  expect(renderMarkdown(`${'x'.repeat(100_000)}out`)).not.toContain('out');

  const definitions = `[a]: https://a.example/${'x'.repeat(4_000)}\n\n${'[a] '.repeat(20_000)}`;
  expect(renderMarkdown(definitions).length).toBeLessThan(2 * definitions.length);
});

const shreds = [
  '*',
  '*a_ ',
  '[',
  '![',
  '[*',
  '[a](',
  '[a](b',
  '`',
  '``a`',
  '> ',
  '- ',
  '- a\n',
  'a\n\n',
  '* a\n  - b\n',
  '<',
  '<http://a',
  'http://',
  'https://a.b/',
  'http://a?',
  '@',
  '@a@b',
  '@a.',
  '#a',
  '~~a',
  '\\',
  '&copy;',
  '[a]: b\n',
  '| a ',
  '**a ',
  '*a**b',
  '\0',
  '\ud800',
];

test('a code block of empty lines is processed quickly', () => {
  const text = `\`\`\`\n${'\n'.repeat(90_000)}x\n\`\`\``;
  expect(leastProcessorTime(1_000, () => renderMarkdown(text))).toBeLessThan(1_000);
});

test.each(shreds)('a megabyte of %j is processed quickly', (shred) => {
  const text = shred.repeat(2 ** 20 / shred.length);
  renderMarkdown(text.slice(0, 1_000));

  // 200 ms of CPU time, times five for slow machines; superlinear time would be much longer.
  expect(leastProcessorTime(1_000, () => renderMarkdown(text))).toBeLessThan(1_000);
});
