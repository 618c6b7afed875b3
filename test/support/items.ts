/** Generators of items as the domain loads them. */
import fc from 'fast-check';
import { creditOf, difficulties, nutrients, restrictedDiets } from '../../src/db/recipe-details.ts';
import type { Eventable, Medium, Mention } from '../../src/domain/items/eventable.ts';
import { iris, normalIri } from '../../src/lib/iris.ts';
import { renderMarkdown } from '../../src/lib/markdown.ts';
import { isCleanText } from '../../src/lib/text.ts';
import { rational } from '../../src/recipe-import/quantity.ts';
import { ann } from './ann.ts';

const text = (maxLength: number, minLength = 0) =>
  fc
    .string({ unit: 'grapheme', maxLength, minLength })
    .filter((value) => isCleanText(value) && value.length >= minLength && value.length <= maxLength);
const line = (maxLength: number) => text(maxLength, 1).filter((value) => value.trim() === value);
const markdown = fc.oneof(
  text(80),
  fc
    .array(
      fc.constantFrom(
        '# Bread\n',
        '- one\n',
        '**so**',
        '`a<b`',
        '<b>&amp;</b>',
        '1. mix\n',
        '\n\n',
        '[x](https://a.example/?q=1&r=2) ',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
const seconds = fc.option(fc.integer({ min: 0, max: 400_000 }));
const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
/** In the form in which IRIs of other servers are stored. */
const webIri = fc
  .tuple(
    fc.constantFrom('https://elsewhere.example', 'https://b\u00fccher.example:8443', 'http://third.example'),
    fc.webPath(),
  )
  .map(([origin, path]) => normalIri(`${origin}/x${path}`));
const amount = fc.option(
  fc
    .tuple(fc.nat(Number.MAX_SAFE_INTEGER), fc.integer({ min: 1, max: 10_000 }))
    .map(([top, bottom]) => rational(top, bottom)!),
);
const serving = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const servingType = fc.constantFrom('servings', 'pie-crust', 'loaves', 'l');
const locale = fc.constantFrom('und', 'en', 'de', 'pt-BR', 'zh-Hant');

const ingredient = fc.record({
  name: text(50, 1),
  quantity: amount,
  quantityMax: amount,
  unit: fc.option(fc.constantFrom('g', 'cup', 'Stange', 'large "knob"')),
  note: fc.option(text(40, 1)),
  group: fc.option(line(20)),
  optional: fc.boolean(),
  scalable: fc.boolean(),
  originalText: fc.option(text(60, 1)),
});

const link = fc.record({
  id: fc.option(fc.nat()),
  type: fc.constantFrom('recipe' as const, null),
  iri: webIri,
  name: text(20),
  slug: fc.constant(null),
  accountId: fc.constant(null),
  url: fc.constant(null),
  serving: fc.option(serving),
});

const step = fc.record({
  id: fc.nat(),
  name: text(30),
  content: markdown,
  duration: seconds,
  links: fc.array(link, { maxLength: 3 }),
});

const medium: fc.Arbitrary<Medium> = fc.record({
  id: fc.nat(),
  key: fc.uuid(),
  state: fc.constant('ready' as const),
  description: text(100),
  contentType: fc.constantFrom('image/webp', 'image/jpeg'),
  width: fc.nat(4_000),
  height: fc.nat(4_000),
  blurhash: fc.option(fc.constant('LEHV6nWB2yk8pyo0adR*.7kCMdnj')),
  remoteUrl: fc.constant(null),
  createdAt: date,
});

const mentioned: fc.Arbitrary<Mention> = fc.record({
  accountId: fc.nat(),
  iri: webIri,
  handle: fc.constantFrom('bob@elsewhere.example', 'carl', null),
  url: fc.constant(null),
});

const unique = <T>(arbitrary: fc.Arbitrary<T>, selector: (value: T) => unknown, maxLength: number) =>
  fc.uniqueArray(arbitrary, { selector, maxLength });

const common = fc.record({
  id: fc.integer({ min: 1, max: 1_000_000 }),
  account: fc.constant(ann),
  content: markdown,
  locale,
  tags: fc.uniqueArray(fc.constantFrom('bread', 'käse', 'gluten-free', '日本', 'two words', 'a,b'), {
    maxLength: 4,
  }),
  likesCount: fc.nat(),
  boostsCount: fc.nat(),
  createdAt: date,
  publishedAt: date,
  updatedAt: date,
  editedAt: fc.constant(null),
  media: unique(medium, ({ key }) => key, 10),
  mentions: unique(mentioned, ({ iri }) => iri, 3),
});

const parts = fc
  .record({
    serving,
    ingredients: fc.array(ingredient, { maxLength: 5 }),
    steps: fc.array(step, { maxLength: 4 }),
    positions: fc.array(fc.nat(4), { maxLength: 3 }),
  })
  .map(({ serving: count, ingredients, steps, positions: places }) => ({
    serving: count,
    ingredients: ingredients.map((each, position) => ({ ...each, id: position + 100, position })),
    steps: steps.map((each, position) => ({
      ...each,
      position,
      contentHtml: renderMarkdown(each.content),
      ingredientPositions: places.filter((position) => position < ingredients.length),
    })),
  }));

const publicly = fc.constantFrom('public' as const, 'unlisted' as const, 'private' as const);

type Generated = typeof common extends fc.Arbitrary<infer Value> ? Value : never;

const complete = (type: Eventable['type'], item: Generated) => ({
  ...item,
  type,
  iri: iris.eventable(type, item.account.id, item.id),
  url: iris.page(type, 'ann', item.id),
  publication: 'published' as const,
  contentHtml: renderMarkdown(item.content),
  contextIri: null,
  quoteIri: null,
  generation: 1,
  version: 1,
  repliesCount: 0,
  cookedCount: 0,
  liked: false,
  boosted: false,
  collectionIds: [],
});

const entries = fc.uniqueArray(line(40), { maxLength: 3 });
const name = fc.option(line(60));
const details = fc.record({
  totalTime: seconds,
  restTime: seconds,
  nutrition: fc.dictionary(fc.constantFrom(...nutrients), line(30)).map((found) => ({ ...found })),
  category: entries,
  cuisine: entries,
  diet: fc.subarray([...restrictedDiets]),
  equipment: entries,
  difficulty: fc.option(fc.constantFrom(...difficulties)),
  credit: fc
    .record({ name, url: fc.option(webIri), site: name })
    .map((stated) => creditOf(stated.name, stated.url, stated.site)),
  statedRating: fc.option(
    fc.record({
      value: fc.integer({ min: 1, max: 500 }).map((hundredths) => hundredths / 100),
      count: fc.integer({ min: 1, max: 10_000 }),
    }),
  ),
  videoUrl: fc.option(webIri),
});

const recipe = fc
  .tuple(
    common,
    parts,
    fc.record({
      name: line(200),
      visibility: publicly,
      servingType,
      sourceUrl: fc.option(webIri),
      prepTime: seconds,
      cookTime: seconds,
      details,
      forkedFromId: fc.constant(null),
      forkedFromIri: fc.option(webIri),
      forksCount: fc.constant(0),
      revisionsCount: fc.constant(0),
      asArticle: fc.boolean(),
      ratingCount: fc.constant(2),
      ratingSum: fc.integer({ min: 2, max: 10 }),
    }),
  )
  .map(([base, whole, own]) => ({
    ...complete('recipe', base),
    ...whole,
    ...own,
    type: 'recipe' as const,
    slug: 'slug',
    privateNote: null,
  }));

const cooked = <Type extends 'preparation' | 'baking'>(type: Type) =>
  fc
    .tuple(
      common,
      parts,
      fc.record({
        name: line(200),
        visibility: publicly,
        servingType: fc.option(servingType),
        preparedAt: date,
        rating: fc.option(fc.integer({ min: 1, max: 5 })),
        recipeIri: fc.option(webIri),
      }),
    )
    .map(([base, whole, own]) => ({ ...complete(type, base), ...whole, ...own, type, recipeId: null }));

const status = fc
  .tuple(
    common,
    fc.record({
      visibility: fc.constantFrom('public' as const, 'unlisted' as const, 'private' as const, 'direct' as const),
      sensitive: fc.boolean(),
      spoilerText: fc.constantFrom('', 'onions & <knives>', 'a "warning"', 'x &lt; <b>y</b>'),
      inReplyToIri: fc.option(webIri),
      quoteIri: fc.option(webIri),
    }),
  )
  .map(([base, own]) => ({
    ...complete('status', base),
    ...own,
    type: 'status' as const,
    name: '',
    // Tags of a status are the hashtags in its text.
    tags: base.tags.filter((tag) => /^[\p{L}\p{N}_]+$/u.test(tag)),
    inReplyToId: null,
    inReplyToType: null,
  }))
  .filter((item) => item.contentHtml !== '' || item.media.length > 0);

/** Published items of every kind. */
export const anyItem: fc.Arbitrary<Eventable> = fc.oneof(recipe, cooked('preparation'), cooked('baking'), status);
