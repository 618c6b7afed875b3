/** Lists notes that are too deep, too large, too many, circular or malformed. */
import { fixture } from '../support/hostile-fixture.ts';
import { type Json, step } from '../support/remote-server.ts';

export const many = <T>(entry: (index: number) => T, count = 10_000): T[] =>
  Array.from({ length: count }, (_, index) => entry(index));
export const publicCollection = 'https://www.w3.org/ns/activitystreams#Public';
export const recipe = { type: 'Article', additionalType: 'http://schema.org/Recipe', name: 'Soup' };
const foreignHost = (path: string | number) => `https://third.example/${path}`;

/** Bob's notes, each unusual in one way. */
export const unusualNotes: [label: string, changes: () => Json][] = [
  ['10,000 hashtags', () => ({ tag: many((i) => ({ type: 'Hashtag', name: `#t${i}` })) })],
  ['10,000 mentions', () => ({ tag: many((i) => ({ type: 'Mention', href: foreignHost(i) })) })],
  [
    '10,000 pictures',
    () => ({ attachment: many((i) => ({ type: 'Image', mediaType: 'image/png', url: foreignHost(i) })) }),
  ],
  ['10,000 addressees', () => ({ to: [publicCollection, ...many(foreignHost)] })],
  ['10,000 authors', () => ({ attributedTo: [fixture.bob.iri, ...many(foreignHost)] })],
  ['10,000 languages', () => ({ contentMap: Object.fromEntries(many((i) => [`x-${i}`, 'soup'])) })],
  ['10,000 unknown properties', () => Object.fromEntries(many((i) => [`m${i}`, i]))],
  ['10,000 ingredients', () => ({ ...recipe, recipeIngredient: many((i) => `${i} g salt`) })],
  [
    '10,000 of our ingredients',
    () => ({ ...recipe, supply: many((i) => ({ type: 'HowToSupply', name: `salt ${i}` })) }),
  ],
  ['10,000 steps', () => ({ ...recipe, recipeInstructions: many((i) => ({ type: 'HowToStep', text: `stir ${i}` })) })],
  [
    'a step that links to 10,000 recipes',
    () => ({
      ...recipe,
      recipeInstructions: [step({ isBasedOn: many((i) => ({ id: foreignHost(i) })) })],
    }),
  ],
  ['itself as its parent', () => ({ inReplyTo: '@self' })],
  ['itself as its original recipe', () => ({ ...recipe, isBasedOn: '@self', forkedFrom: '@self' })],
  [
    'itself as a step',
    () => ({
      ...recipe,
      recipeInstructions: [step({ isBasedOn: [{ id: '@self' }] })],
    }),
  ],
  [
    'itself as its own replies',
    () => ({ replies: { id: '@self', type: 'Collection', first: '@self', next: '@self' } }),
  ],
  [
    'a context that cannot be fetched',
    () => ({ '@context': ['https://unreachable.example/c', { name: 'https://w3id.org/x' }] }),
  ],
  ['a context that points at itself', () => ({ '@context': { a: 'b:c', b: 'a:c', content: 'a:x' } })],
  [
    'prototypes',
    () =>
      JSON.parse(
        '{"__proto__":{"type":"x"},"constructor":{"prototype":{"polluted":true}},"source":{"__proto__":{"mediaType":"text/markdown"}}}',
      ),
  ],
  [
    'NUL and lone surrogates everywhere',
    () => ({
      content: 'a\0b\ud800',
      summary: '\udfff\0',
      tag: [{ type: 'Hashtag', name: '#\0\ud800' }],
      attachment: [{ type: 'Image', url: 'https://third.example/\0', name: '\0\ud800' }],
      contentMap: { 'e\0n': '\0' },
    }),
  ],
  ['out-of-range dates', () => ({ published: '9999-12-31T23:59:59Z', updated: '0001-01-01T00:00:00Z' })],
  ['invalid dates', () => ({ published: 7, updated: { a: 1 }, startTime: '2026-02-31' })],
  ['a year of six digits', () => ({ published: '+275760-09-13T00:00:00Z' })],
  [
    'excessive numbers',
    () => ({
      ...recipe,
      recipeYield: '99999999999999999999 servings',
      prepTime: 'P99999999999Y',
      cookTime: 'PT1e309S',
      supply: [
        {
          type: 'HowToSupply',
          name: 'salt',
          requiredQuantity: { value: 1e308, maxValue: -1, numerator: 2 ** 60, denominator: 0 },
        },
      ],
    }),
  ],
  [
    'negative numbers',
    () => ({
      ...recipe,
      recipeYield: -4,
      prepTime: '-PT5M',
      supply: [
        {
          type: 'HowToSupply',
          name: 'salt',
          requiredQuantity: { value: -2, numerator: -1, denominator: -1 },
        },
      ],
      recipeInstructions: [step({ ingredientPositions: [-1, 1e9, 0.5, 'x'] })],
    }),
  ],
  [
    'excessive pictures',
    () => ({
      attachment: [{ type: 'Image', url: foreignHost('p'), width: 1e300, height: -7, blurhash: 'x'.repeat(10_000) }],
    }),
  ],
  [
    'URLs with unusual schemes',
    () => ({
      url: 'javascript:alert(1)',
      attachment: [
        { type: 'Image', url: 'data:image/svg+xml,<svg onload=alert(1)>' },
        { type: 'Document', href: 'file:///etc/passwd' },
      ],
      tag: [{ type: 'Mention', href: 'javascript:alert(1)' }],
    }),
  ],
  [
    'URLs longer than an index entry',
    () => ({ url: foreignHost('x'.repeat(9_000)), inReplyTo: foreignHost('y'.repeat(9_000)) }),
  ],
  ['800 KB of nested tags', () => ({ content: '<div>'.repeat(160_000) })],
  ['800 KB of open brackets', () => ({ content: '<'.repeat(800_000) })],
  ['800 KB of one entity', () => ({ content: '&amp;'.repeat(160_000) })],
  ['800 KB of Markdown brackets', () => ({ source: { mediaType: 'text/markdown', content: '['.repeat(800_000) } })],
  ['800 KB of spaces in its name', () => ({ ...recipe, name: `x${' '.repeat(800_000)}y` })],
  [
    'a name, a type and a URL that are nested lists',
    () => ({ name: [[['x']]], type: [['Note']], url: [[[foreignHost('x')]]] }),
  ],
];
