/** What is made of the items of other servers, each in its own dialect. */
import { expect, test } from 'vitest';
import { readObject } from '../../../src/federation/objects/object.ts';
import type { RemoteObject } from '../../../src/federation/objects/remote-object.ts';

const bob = 'https://elsewhere.example/users/bob';
const everybody = 'https://www.w3.org/ns/activitystreams#Public';
const note = {
  id: 'https://elsewhere.example/notes/1',
  type: 'Note',
  attributedTo: bob,
  content: '<p>Hello</p>',
  to: [everybody],
};

function read(json: object): RemoteObject {
  const reading = readObject(json);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.value;
}

test.each([
  ['public', { to: everybody, cc: `${bob}/followers` }],
  ['public', { to: 'as:Public' }],
  ['public', { to: ['Public'] }],
  ['unlisted', { to: `${bob}/followers`, cc: ['as:Public'] }],
  ['private', { to: [`${bob}/followers`], cc: ['https://cook.example/users/1'] }],
  ['direct', { to: ['https://cook.example/users/1'] }],
  ['direct', { to: undefined }],
] as const)('an object with these addressees is %s', (visibility, audience) => {
  expect(read({ ...note, ...audience }).visibility).toBe(visibility);
});

test('a followers collection of any name is recognised if it is known', () => {
  const json = { ...note, to: ['https://elsewhere.example/circle/7'] };
  const reading = readObject(json, { followersIri: 'https://elsewhere.example/circle/7' });
  expect(reading.ok && reading.value.visibility).toBe('private');
});

test('a direct object is visible to its addressees', () => {
  expect(read({ ...note, to: 'https://cook.example/users/1' }).mentionedIris).toEqual(['https://cook.example/users/1']);
});

test('a recipe addressed to single accounts is stored as a direct status', () => {
  const recipe = {
    ...note,
    type: ['Article', 'schema:Recipe'],
    name: 'Secret soup',
    to: 'https://cook.example/users/1',
  };
  expect(read(recipe)).toMatchObject({ type: 'status', visibility: 'direct' });
});

test('text is read from the language map if there is no other', () => {
  expect(read({ ...note, content: undefined, contentMap: { 'pt-br': '<p>Olá</p>', en: '<p>Hi</p>' } })).toMatchObject({
    contentHtml: '<p>Olá</p>',
    locale: 'pt-BR',
  });
});

test('Markdown source is stored, and other sources are ignored', () => {
  const source = (mediaType: string) => ({ ...note, source: { content: '*Hello*', mediaType } });
  expect(read(source('text/markdown')).content).toBe('*Hello*');
  expect(read(source('text/bbcode')).content).toBe('Hello');
});

test('an article is shown with its name, a video with its page and preview', () => {
  expect(read({ ...note, type: 'Article', name: 'On <rye>' }).contentHtml).toBe(
    '<p><strong>On &lt;rye&gt;</strong></p><p>Hello</p>',
  );
  const video = read({
    ...note,
    type: 'Video',
    name: 'Kneading',
    mediaType: 'text/markdown',
    content: 'Ten *minutes*',
    url: [
      { type: 'Link', mediaType: 'video/mp4', href: 'https://elsewhere.example/1.mp4' },
      { type: 'Link', mediaType: 'text/html', href: 'https://elsewhere.example/w/1' },
    ],
    icon: [
      {
        type: 'Image',
        mediaType: 'image/jpeg',
        url: 'https://elsewhere.example/1.jpg',
        width: 280,
        height: 157,
      },
    ],
  });
  expect(video.url).toBe('https://elsewhere.example/w/1');
  expect(video.contentHtml).toContain('<p>Ten <em>minutes</em></p>');
  expect(video.contentHtml).toContain('href="https://elsewhere.example/w/1"');
  expect(video.media.map(({ url }) => url)).toEqual(['https://elsewhere.example/1.jpg']);
});

test('a poll shows its choices; a vote in one is refused', () => {
  const choices = ['rye', 'wheat'].map((name) => ({ type: 'Note', name }));
  expect(read({ ...note, type: 'Question', oneOf: choices }).contentHtml).toBe(
    '<p>Hello</p><ul><li>rye</li><li>wheat</li></ul>',
  );
  expect(readObject({ ...note, content: undefined, name: 'rye', inReplyTo: 'https://cook.example/polls/1' })).toEqual({
    ok: false,
    reason: 'is a vote in a poll',
  });
});

test.each([
  ['a Note', { type: 'Note', 'schema:name': 'Soup' }],
  ['a Note with a headline', { type: 'Note', headline: 'Soup' }],
  ['a Note with a name', { type: 'Note', name: 'Soup' }],
  ['an Article', { type: 'Article', name: 'Soup' }],
])('%s is read as a recipe with its title', (_, form) => {
  const recipe = read({ ...note, additionalType: 'http://schema.org/Recipe', ...form });
  expect(recipe).toMatchObject({ type: 'recipe', name: 'Soup' });
});

test.each(['http://schema.org/Recipe', 'https://w3id.org/potluck#Baking'])(
  'the summary of a Note is a content warning, that of an Article is not: %s',
  (additionalType) => {
    const item = { ...note, additionalType, name: 'Soup', summary: 'Contains nuts' };
    expect(read(item).spoilerText).toBe('Contains nuts');
    expect(read({ ...item, type: 'Article' }).spoilerText).toBe('');
  },
);

test('source is the Markdown of the content, and descriptionSource that of the description', () => {
  const markdown = (content: string) => ({ content, mediaType: 'text/markdown' });
  const recipe = {
    ...note,
    additionalType: 'http://schema.org/Recipe',
    name: 'Soup',
    content: '<p>So <em>good</em></p><p>Boil.</p>',
    source: markdown('So *good*\n\nBoil.'),
  };
  expect(read(recipe).content).toBe('So *good*\n\nBoil.');
  const described = { ...recipe, description: '<p>So <em>good</em></p>' };
  expect(read(described).content).toBe('So good');
  expect(read({ ...described, descriptionSource: markdown('So *good*') }).content).toBe('So *good*');
});

test('an object with schema.org terms only is read as a recipe', () => {
  const recipe = read({
    ...note,
    type: ['Article', 'https://schema.org/Recipe'],
    name: 'Flatbread',
    'schema:recipeYield': '6 flatbreads',
    'schema:prepTime': 'PT15M',
    'schema:totalTime': 'PT1H',
    recipeIngredient: ['300 g flour', '1/3 cup water'],
    recipeInstructions: [
      { type: 'HowToStep', text: 'Knead.' },
      { '@type': 'HowToStep', text: 'Bake <b>hot</b>.' },
    ],
    keywords: 'bread, quick',
  });

  expect(recipe).toMatchObject({
    type: 'recipe',
    name: 'Flatbread',
    serving: 6,
    servingType: 'flatbreads',
    prepTime: 900,
    cookTime: null,
    details: { totalTime: 3_600, restTime: null },
    tags: ['bread', 'quick'],
  });
  expect(recipe.ingredients[1]).toMatchObject({
    name: 'water',
    unit: 'cup',
    quantity: { numerator: 1, denominator: 3 },
  });
  expect(recipe.steps.map(({ content }) => content)).toEqual(['Knead.', 'Bake **hot**.']);
});

test('only pictures with an http(s) address become media, ten at most', () => {
  const picture = (url: string) => ({
    type: 'Document',
    mediaType: 'image/png',
    url,
    name: 'x'.repeat(5_000),
  });
  const urls = [
    'javascript:x',
    'data:image/png;base64,AA',
    ...Array.from({ length: 12 }, (_, n) => `https://elsewhere.example/${n}.png`),
  ];
  const { media } = read({ ...note, attachment: urls.map(picture) });

  expect(media).toHaveLength(10);
  expect(media[0]).toMatchObject({
    url: 'https://elsewhere.example/0.png',
    contentType: 'image/png',
    width: 0,
  });
  expect(media[0]?.description).toHaveLength(1_500);
});

test.each([
  ['is not an object', 'https://elsewhere.example/notes/1'],
  ['has the unsupported type ChatMessage', { ...note, type: 'ChatMessage' }],
  ['has the unsupported type (none)', { ...note, type: undefined }],
  ['has no id that is an IRI', { ...note, id: 5 }],
  ['has no author', { ...note, attributedTo: {} }],
  ['is empty', { ...note, content: '<script>x()</script>' }],
])('an object that %s is refused', (reason, json) => {
  expect(readObject(json)).toEqual({ ok: false, reason });
});

test.each([
  ['warn <x> & y', 'warn <x> & y'],
  ['AT&T; 1 < 2 &lt; 3', 'AT&T; 1 < 2 &lt; 3'],
  ['eggs &lt;x&gt; &amp; milk', 'eggs <x> & milk'],
  ['<p>Eggs &amp; <b>milk</b><br/>raw</p>', 'Eggs & milk\nraw'],
  ['how to close a <p>', 'how to close a <p>'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['<p>a</p><img src=x onerror="alert(1)">', '<p>a</p><img src=x onerror="alert(1)">'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
])('the content warning %s keeps its text', (summary, spoilerText) => {
  expect(read({ ...note, summary })).toMatchObject({ spoilerText });
});

test('numbers, lists and objects instead of text cause no error', () => {
  const odd = {
    ...note,
    summary: { a: 1 },
    name: 5,
    published: 12,
    updated: 'yesterday',
    tag: [[['x']], 5, { type: 'Hashtag', name: {} }, { type: 'Mention', href: [] }],
    attachment: [null, 'x', { type: 'Image', url: 5, width: 'wide' }],
    inReplyTo: { id: {} },
    url: [{}, [], 5],
    contentMap: ['x'],
    sensitive: 'yes',
  };
  expect(read(odd)).toMatchObject({
    spoilerText: '',
    tags: ['x'],
    mentionedIris: [],
    silentIris: [],
    media: [],
    url: null,
    sensitive: false,
  });
});

test.each<[unknown, number | null]>([
  [{ type: 'Rating', ratingValue: 4 }, 4],
  [{ '@type': 'schema:Rating', 'schema:ratingValue': '3', 'schema:bestRating': '5' }, 3],
  [[{ ratingValue: 4.4 }], 4],
  [5, 5],
  ['2', 2],
  [{ ratingValue: 8, bestRating: 10, worstRating: 0 }, 4],
  [{ ratingValue: 100, bestRating: 100 }, 5],
  [{ ratingValue: 0 }, null],
  [{ ratingValue: 6 }, null],
  [{ ratingValue: -1, worstRating: -1 }, 1],
  [{ ratingValue: 3, bestRating: 3, worstRating: 3 }, null],
  [{ ratingValue: 'four' }, null],
  [{ ratingValue: { '@value': 4 } }, 4],
  [{ bestRating: 5 }, null],
  [{ ratingValue: 1e308, bestRating: 1e308, worstRating: -1e308 }, null],
  ['good', null],
  [true, null],
])('the rating %j of a baking is %s', (reviewRating, stars) => {
  const baking = { ...note, additionalType: 'https://w3id.org/potluck#Baking', name: 'Loaf', reviewRating };
  expect(read(baking)).toMatchObject({ type: 'baking', rating: stars });
});

const page = 'https://elsewhere.example/p/1';
const photo = 'https://elsewhere.example/a.jpg';
const hasPhoto = { media: [{ url: photo }] };
const published = new Date('2023-11-08T19:22:57Z');

/** Forms that real servers send. */
test.each<[form: string, changes: object, expected: object]>([
  [
    'content that is a language map',
    { content: { de: '<p>Suppe</p>' } },
    { contentHtml: '<p>Suppe</p>', locale: 'de' },
  ],
  [
    'content as a tagged text',
    { content: { '@value': 'Suppe', '@language': 'de' } },
    { content: 'Suppe', locale: 'de' },
  ],
  ['content as a list', { content: ['<p>Soup</p>'] }, { contentHtml: '<p>Soup</p>' }],
  [
    'contentMap as a list of tagged texts',
    { content: null, contentMap: [{ '@value': 'Suppe', '@language': 'de' }] },
    { content: 'Suppe', locale: 'de' },
  ],
  [
    'a name that is a language map',
    { type: 'Article', name: { en: 'Soup' } },
    { contentHtml: '<p><strong>Soup</strong></p><p>Hello</p>' },
  ],
  ['plain text with a charset', { content: 'a < b', mediaType: 'text/plain; charset=utf-8' }, { content: 'a < b' }],
  ['sensitive as a text', { sensitive: 'true' }, { sensitive: true }],
  ['sensitive as a typed literal', { sensitive: { '@value': 'true', '@type': 'xsd:boolean' } }, { sensitive: true }],
  ['sensitive as 0', { sensitive: 0 }, { sensitive: false }],
  ['inReplyTo as a list', { inReplyTo: ['', page] }, { inReplyToIri: page }],
  ['inReplyTo as an object', { inReplyTo: { id: page, type: 'Note' } }, { inReplyToIri: page }],
  ['inReplyTo as a link', { inReplyTo: { type: 'Link', href: page } }, { inReplyToIri: page }],
  ['tag as an object', { tag: { type: 'Hashtag', name: '#Soup' } }, { hashtags: ['soup'] }],
  ['tags that are words', { tag: ['soup', '#Rye'] }, { hashtags: ['soup', 'rye'] }],
  ['a hashtag without a type', { tag: [{ href: page, name: '#soup' }] }, { hashtags: ['soup'] }],
  [
    'a mention by address only',
    { tag: [{ type: 'Mention', name: '@ann@cook.example' }] },
    { mentionedIris: ['https://cook.example/@ann'] },
  ],
  [
    'a mention whose href is an acct: URI',
    { tag: { type: 'Mention', href: 'acct:Ann@Cook.example' } },
    { mentionedIris: ['https://cook.example/@Ann'] },
  ],
  [
    'a mention of a stranger by address',
    { tag: { type: 'Mention', name: '@ann@peer.example' } },
    { mentionedIris: [] },
  ],
  ['attachment as an object', { attachment: { type: 'Image', url: photo } }, hasPhoto],
  ['attachment as an address', { attachment: [photo] }, hasPhoto],
  [
    'attachment as a link with a type',
    { attachment: [{ type: 'Link', mediaType: 'image/jpeg', href: photo }] },
    hasPhoto,
  ],
  ['attachment as a link to a picture', { attachment: [{ type: 'Link', href: photo }] }, hasPhoto],
  [
    'a document of the general type',
    { attachment: [{ type: 'Document', mediaType: 'application/octet-stream', url: photo }] },
    hasPhoto,
  ],
  [
    'a media type with a parameter',
    { attachment: [{ type: 'Document', mediaType: 'Image/JPEG; q=1', url: 'https://elsewhere.example/blob' }] },
    { media: [{ contentType: 'image/jpeg' }] },
  ],
  [
    'an image whose url is a list of links',
    { attachment: [{ type: 'Image', url: [{ type: 'Link', href: photo, mediaType: 'image/jpeg' }] }] },
    hasPhoto,
  ],
  ['an address without a scheme', { attachment: [{ type: 'Image', url: photo.replace('https:', '') }] }, hasPhoto],
  ['image as an address', { image: photo }, hasPhoto],
  ['image as a link', { image: { type: 'Link', href: photo, mediaType: 'image/jpeg' } }, hasPhoto],
  [
    'url as a list of links',
    {
      url: [
        { type: 'Link', href: `${page}.json`, mediaType: 'application/json' },
        { type: 'Link', href: page, mediaType: 'text/html; charset=utf-8' },
      ],
    },
    { url: page },
  ],
  ['a date of Python', { published: '2023-11-08T19:22:57+00:00Z' }, { publishedAt: published }],
  ['a date of Java', { published: '2023-11-08T20:22:57+01:00[Europe/Berlin]' }, { publishedAt: published }],
  ['a date of JavaScript', { published: 'Wed Nov 08 2023 20:22:57 GMT+0100 (CET)' }, { publishedAt: published }],
  ['a date without separators', { published: '20231108T192257Z' }, { publishedAt: published }],
  [
    'a date as a typed literal',
    { published: { '@value': '2023-11-08T19:22:57Z', '@type': 'xsd:dateTime' } },
    { publishedAt: published },
  ],
  ['a Unix time', { published: 1_699_471_377 }, { publishedAt: published }],
  ['a Unix time in milliseconds', { published: '1699471377000' }, { publishedAt: published }],
  ['a date with an odd offset', { published: '2023-11-09T01:07:57+0545' }, { publishedAt: published }],
  ['addressees that are objects', { to: { id: everybody, type: 'Collection' }, cc: [null] }, { visibility: 'public' }],
  [
    'attributedTo as a list of objects',
    {
      attributedTo: [
        { type: 'Person', id: bob },
        { type: 'Group', id: page },
      ],
    },
    { authorIri: bob },
  ],
  ['a count as a text', { likes: { type: 'Collection', totalItems: '7' } }, { counts: { likes: 7 } }],
  ['a quote by the link of FEP-e232', { tag: [{ type: 'Link', name: `RE: ${page}`, href: page }] }, { quoteIri: page }],
  ['a quote by an object', { quoteUrl: { id: page } }, { quoteIri: page }],
  ['another link', { tag: [{ type: 'Link', name: 'Soup', href: page }] }, { quoteIri: null }],
])('%s is read', (_, changes, expected) => {
  expect(read({ ...note, ...changes })).toMatchObject(expected);
});
