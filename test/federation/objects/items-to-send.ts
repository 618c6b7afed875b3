/** What Ann has to send: an item of each kind, her keys, and the instance that speaks for all. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Account } from '../../../src/domain/accounts/account.ts';
import type { Baking, Preparation, Recipe, Status } from '../../../src/domain/items/eventable.ts';
import type { PublicKeys } from '../../../src/federation/objects/actor.ts';
import { iris } from '../../../src/lib/iris.ts';
import { renderMarkdown } from '../../../src/lib/markdown.ts';
import { ann } from '../../support/ann.ts';
import { rsaPem } from '../../support/public-keys.ts';

export const activity = iris.activity(1, '11111111-1111-4111-8111-111111111111');
export const bob = { iri: 'https://elsewhere.example/users/bob', handle: 'bob@elsewhere.example' };
export const at = new Date('2026-03-01T10:00:00Z');
export const later = new Date('2026-03-02T10:00:00Z');

const common = {
  account: ann,
  publication: 'published' as const,
  visibility: 'public' as const,
  generation: 1,
  version: 1,
  locale: 'en',
  tags: [],
  likesCount: 3,
  boostsCount: 1,
  contextIri: null,
  quoteIri: null,
  repliesCount: 2,
  cookedCount: 0,
  liked: false,
  boosted: false,
  collectionIds: [],
  createdAt: at,
  publishedAt: at,
  updatedAt: at,
  editedAt: null,
  media: [],
  mentions: [],
};

const describe = (content: string) => ({
  content,
  contentHtml: renderMarkdown(content, {
    mention: (handle) => (handle === bob.handle ? { href: 'https://elsewhere.example/@bob', name: 'bob' } : null),
    hashtag: iris.tag,
  }),
});

export const recipe: Recipe = {
  ...common,
  ...describe('A *thin* #dough, as @bob@elsewhere.example makes it. It rests overnight.\n\nGood for four.'),
  type: 'recipe',
  id: 9,
  iri: iris.eventable('recipe', 1, 9),
  url: iris.page('recipe', 'ann', 'pizza-dough'),
  slug: 'pizza-dough',
  name: 'Pizza <dough>',
  tags: ['dough', 'no knead'],
  mentions: [{ accountId: 2, url: null, ...bob }],
  asArticle: false,
  privateNote: null,
  serving: 4,
  servingType: 'servings',
  prepTime: 1_200,
  cookTime: 5_400,
  sourceUrl: 'https://cooking.example/dough',
  details: {
    totalTime: 50_000,
    restTime: 43_200,
    nutrition: { servingSize: '1 pizza', calories: '840 kcal', fatContent: '20 g' },
    category: ['Dinner'],
    cuisine: ['Italian', 'Street & fair'],
    diet: ['VeganDiet', 'LowFatDiet'],
    equipment: ['Pizza stone'],
    difficulty: 'easy',
    credit: { name: 'Rosa', url: 'https://cooking.example/rosa', site: 'Cooking' },
    statedRating: { value: 4.7, count: 1_203 },
    videoUrl: 'https://cooking.example/dough.mp4',
  },
  ratingCount: 8,
  ratingSum: 36,
  forkedFromId: null,
  forkedFromIri: 'https://elsewhere.example/recipes/1',
  forksCount: 0,
  revisionsCount: 0,
  ingredients: [
    {
      id: 1,
      position: 0,
      name: 'flour',
      quantity: { numerator: 5, denominator: 2 },
      quantityMax: { numerator: 3, denominator: 1 },
      unit: 'cup',
      note: 'sifted',
      group: 'Dough',
      optional: false,
      scalable: true,
      originalText: '2 1/2–3 cups flour, sifted',
    },
    {
      id: 2,
      position: 1,
      name: 'basil & oregano',
      quantity: null,
      quantityMax: null,
      unit: null,
      note: null,
      group: 'Topping',
      optional: true,
      scalable: false,
      originalText: null,
    },
  ],
  steps: [
    {
      id: 1,
      position: 0,
      name: 'Mix',
      ...describe('Mix **gently**.'),
      duration: 600,
      ingredientPositions: [0],
      links: [
        {
          id: 4,
          type: 'recipe',
          iri: iris.eventable('recipe', 1, 4),
          name: 'Tomato sauce',
          slug: 'tomato-sauce',
          accountId: 1,
          url: iris.page('recipe', 'ann', 'tomato-sauce'),
          serving: 2,
        },
      ],
    },
    {
      id: 2,
      position: 1,
      name: '',
      ...describe('Wait.'),
      duration: null,
      ingredientPositions: [],
      links: [],
    },
  ],
  media: [
    {
      id: 7,
      key: 'k7',
      state: 'ready',
      description: 'A ball of dough',
      contentType: 'image/webp',
      width: 1200,
      height: 800,
      blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
      remoteUrl: null,
      createdAt: at,
    },
  ],
};

const cooked = {
  ...common,
  ...describe('Crisp this time.'),
  serving: 2,
  servingType: null,
  preparedAt: new Date('2026-02-28T18:30:00Z'),
  rating: null,
  recipeId: 5,
  recipeIri: 'https://elsewhere.example/recipes/1',
  ingredients: recipe.ingredients.slice(0, 1),
  steps: recipe.steps.slice(1),
};
export const baking: Baking = {
  ...cooked,
  type: 'baking',
  id: 10,
  iri: iris.eventable('baking', 1, 10),
  url: iris.page('baking', 'ann', 10),
  name: 'Saturday pizza',
  rating: 4,
  media: recipe.media,
};
export const preparation: Preparation = {
  ...cooked,
  type: 'preparation',
  id: 11,
  iri: iris.eventable('preparation', 1, 11),
  url: iris.page('preparation', 'ann', 11),
  name: 'Dough for Saturday',
  visibility: 'private',
  recipeId: null,
  recipeIri: null,
};
export const status: Status = {
  ...common,
  ...describe('Who has *rye* to spare? @bob@elsewhere.example #bread'),
  type: 'status',
  id: 12,
  iri: iris.eventable('status', 1, 12),
  url: iris.page('status', 'ann', 12),
  name: '',
  visibility: 'unlisted',
  tags: ['bread'],
  sensitive: true,
  spoilerText: 'flour <b> & yeast',
  inReplyToId: 3,
  inReplyToType: 'status',
  inReplyToIri: 'https://elsewhere.example/notes/3',
  mentions: [{ accountId: 2, url: null, ...bob }],
};
/** A post about one of Ann's collections. */
export const collectionLink: Status = {
  ...status,
  ...describe('All my doughs: [Doughs](https://cook.example/collections/3) #dough\n\nNew ones are welcome.'),
  id: 13,
  iri: iris.eventable('status', 1, 13),
  url: iris.page('status', 'ann', 13),
  visibility: 'public',
  tags: ['dough'],
  sensitive: false,
  spoilerText: '',
  inReplyToId: null,
  inReplyToType: null,
  inReplyToIri: null,
  mentions: [],
};
export const theirs = { name: 'Grandma’s dough', url: 'https://elsewhere.example/@bob/dough', author: bob };

/** As RFC 8410 writes it. */
export const edKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 'dough')]),
  format: 'der',
  type: 'pkcs8',
});
const edPublicKey = createPublicKey(edKey);

export const keysOf = (accountId: number): PublicKeys => ({
  rsa: { iri: iris.key(accountId, 'rsa'), publicKey: createPublicKey(rsaPem), publicPem: rsaPem },
  ed25519: {
    iri: iris.key(accountId, 'ed25519'),
    publicKey: edPublicKey,
    publicPem: edPublicKey.export({ type: 'spki', format: 'pem' }) as string,
  },
});
export const keys = keysOf(1);
export const instance: Account = {
  ...ann,
  id: 2,
  iri: iris.actor(2),
  username: 'instance',
  name: '',
  actorType: 'Application',
  url: null,
  summaryHtml: '',
};
