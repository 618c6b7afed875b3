import { createPrivateKey, createPublicKey } from 'node:crypto';
import jsonld from '@fedify/vocab-runtime/jsonld';
import { expect, test } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import type { Baking, Preparation, Recipe, Status } from '../../../src/domain/eventables/eventable.ts';
import * as activities from '../../../src/federation/activities.ts';
import { toOrderedCollection, toPage } from '../../../src/federation/collections.ts';
import { context, withContext } from '../../../src/federation/context.ts';
import type { JsonObject } from '../../../src/federation/json.ts';
import { loadKnownContext } from '../../../src/federation/known-contexts.ts';
import { type PublicKeys, toActor } from '../../../src/federation/objects/actor-document.ts';
import { toObject } from '../../../src/federation/objects/object.ts';
import { prove } from '../../../src/federation/seal/prove.ts';
import { iris } from '../../../src/lib/iris.ts';
import { renderMarkdown } from '../../../src/lib/markdown.ts';
import { ann } from '../../support/ann.ts';
import { rsaPem } from '../../support/public-keys.ts';

const activity = iris.activity(1, '11111111-1111-4111-8111-111111111111');
const bob = { iri: 'https://elsewhere.example/users/bob', handle: 'bob@elsewhere.example' };
const at = new Date('2026-03-01T10:00:00Z');
const later = new Date('2026-03-02T10:00:00Z');

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
  repliesCount: 2,
  cookedCount: 0,
  liked: false,
  boosted: false,
  collectionIds: [],
  createdAt: at,
  publishedAt: at,
  updatedAt: at,
  media: [],
  mentions: [],
};

const describe = (content: string) => ({ content, contentHtml: renderMarkdown(content) });

const recipe: Recipe = {
  ...common,
  ...describe('A *thin* dough. It rests overnight. Good for four.'),
  type: 'recipe',
  id: 9,
  iri: iris.eventable('recipe', 1, 9),
  url: iris.page('recipe', 'ann', 'pizza-dough'),
  slug: 'pizza-dough',
  name: 'Pizza <dough>',
  tags: ['dough', 'no knead'],
  serving: 4,
  servingType: 'servings',
  prepTime: 1_200,
  cookTime: 5_400,
  sourceUrl: 'https://cooking.example/dough',
  forkedFromIri: 'https://elsewhere.example/recipes/1',
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
  recipeId: 5,
  recipeIri: 'https://elsewhere.example/recipes/1',
  ingredients: recipe.ingredients.slice(0, 1),
  steps: recipe.steps.slice(1),
};
const baking: Baking = {
  ...cooked,
  type: 'baking',
  id: 10,
  iri: iris.eventable('baking', 1, 10),
  url: iris.page('baking', 'ann', 10),
  name: 'Saturday pizza',
  media: recipe.media,
};
const preparation: Preparation = {
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
const status: Status = {
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
  spoilerText: 'flour & yeast',
  inReplyToId: 3,
  inReplyToType: 'status',
  inReplyToIri: 'https://elsewhere.example/notes/3',
  mentions: [{ accountId: 2, url: null, ...bob }],
};
const theirs = { name: 'Grandma’s dough', url: 'https://elsewhere.example/@bob/dough', author: bob };

/** As RFC 8410 writes it. */
const edKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 'dough')]),
  format: 'der',
  type: 'pkcs8',
});
const edPublicKey = createPublicKey(edKey);

const keysOf = (accountId: number): PublicKeys => ({
  rsa: { iri: iris.key(accountId, 'rsa'), publicKey: createPublicKey(rsaPem), publicPem: rsaPem },
  ed25519: {
    iri: iris.key(accountId, 'ed25519'),
    publicKey: edPublicKey,
    publicPem: edPublicKey.export({ type: 'spki', format: 'pem' }) as string,
  },
});
const keys = keysOf(1);
const instance: Account = {
  ...ann,
  id: 2,
  iri: iris.actor(2),
  username: 'instance',
  name: '',
  actorType: 'Application',
  url: null,
  summaryHtml: '',
};

const announce = activities.toAnnounce(activity, ann, {
  objectIri: theirs.url,
  authorIri: bob.iri,
  visibility: 'public',
  at,
});

const sent: Record<string, JsonObject> = {
  'create-recipe': activities.toCreate(activity, recipe),
  'create-recipe-as-note': activities.toCreate(activity, {
    ...recipe,
    account: { ...ann, recipesAsNotes: true },
  }),
  'create-preparation': activities.toCreate(activity, preparation),
  'create-baking': activities.toCreate(activity, baking, theirs),
  'create-status': activities.toCreate(activity, status),
  'create-direct-status': activities.toCreate(activity, {
    ...status,
    visibility: 'direct',
    spoilerText: '',
    sensitive: false,
  }),
  'update-recipe': activities.toUpdate(activity, { ...recipe, steps: [], ingredients: [], updatedAt: later }),
  'update-preparation': activities.toUpdate(activity, {
    ...preparation,
    visibility: 'public',
    updatedAt: later,
  }),
  'update-baking': activities.toUpdate(activity, { ...baking, updatedAt: later }, theirs),
  'update-status': activities.toUpdate(activity, { ...status, updatedAt: later }),
  'update-suspended-actor': activities.toUpdateActor(
    activity,
    { ...ann, avatarKey: 'k1', suspendedAt: later },
    keys,
  ),
  'update-actor': activities.toUpdateActor(activity, ann, keys, { movedToIri: null }),
  delete: activities.toDelete(activity, ann, {
    objectIri: recipe.iri!,
    visibility: 'private',
    mentionedIris: [bob.iri],
    at,
  }),
  announce,
  'announce-with-proof': prove(announce, { iri: keys.ed25519.iri, privateKey: edKey }, at),
  'announce-own-private': activities.toAnnounce(activity, ann, {
    objectIri: recipe.iri!,
    authorIri: ann.iri!,
    visibility: 'private',
    at,
  }),
  'undo-announce': activities.toUndoAnnounce(activity, ann, `${activity}0`, {
    objectIri: theirs.url,
    authorIri: bob.iri,
    visibility: 'public',
  }),
  'delete-actor': activities.toDeleteActor(activity, ann, later),
  like: activities.toLike(activity, ann, theirs.url, bob.iri),
  'undo-like': activities.toUndoLike(activity, ann, `${activity}0`, {
    objectIri: theirs.url,
    authorIri: bob.iri,
  }),
  block: activities.toBlock(activity, ann, bob.iri),
  'undo-block': activities.toUndoBlock(activity, ann, `${activity}0`, bob.iri),
  follow: activities.toFollow(activity, ann, bob.iri),
  'undo-follow': activities.toUndoFollow(activity, ann, `${activity}0`, bob.iri),
  accept: activities.toAccept(activity, ann, 'https://elsewhere.example/follows/1', bob.iri),
  reject: activities.toReject(activity, ann, 'https://elsewhere.example/follows/1', bob.iri),
  'reject-quote': activities.toRejectQuote(activity, ann, {
    requestIri: 'https://elsewhere.example/quotes/1',
    requesterIri: bob.iri,
    objectIri: recipe.iri!,
    instrumentIri: 'https://elsewhere.example/notes/2',
  }),
  add: activities.toAdd(activity, ann, recipe.iri!),
  remove: activities.toRemove(activity, ann, recipe.iri!),
  move: activities.toMove(activity, ann, 'https://new.example/ann'),
  flag: activities.toFlag(activity, instance, [bob.iri, 'https://elsewhere.example/notes/3'], 'Rude'),
  'instance-actor': withContext(toActor(instance, keysOf(2))),
  'moved-actor': withContext(
    toActor(
      {
        ...ann,
        avatarKey: 'k1',
        avatarDescription: 'Ann, laughing',
        alsoKnownAs: ['https://old.example/ann'],
      },
      keys,
      { movedToIri: 'https://new.example/ann' },
    ),
  ),
  collection: toOrderedCollection(iris.followers(1), 250, `${iris.followers(1)}?page=true`),
  'collection-page': toPage(`${iris.followers(1)}?page=true`, {
    partOf: iris.followers(1),
    items: [bob.iri],
    totalItems: 250,
    next: `${iris.followers(1)}?page=true&before=9`,
  }),
};

test.each(Object.keys(sent))('%s is sent as it was read through', async (name) => {
  const contexts: unknown[] = [];
  const collect = (key: string, value: unknown) => (key === '@context' ? void contexts.push(value) : value);
  const text = JSON.stringify(sent[name], collect, 2);

  expect(contexts).toEqual('proof' in sent[name]! ? [context, context] : [context]);
  await expect(`${text}\n`).toMatchFileSnapshot(`__snapshots__/${name}.json`);
});

test('as linked data a proof is told apart, and changes nothing of what it is put on', async () => {
  const expand = async (name: string) =>
    (await jsonld.expand(sent[name], { documentLoader: loadKnownContext }))[0];
  const { 'https://w3id.org/security#proof': proof, ...rest } = await expand('announce-with-proof');

  expect(rest).toEqual(await expand('announce'));
  expect(proof[0]['@graph'][0]).toMatchObject({
    '@type': ['https://w3id.org/security#DataIntegrityProof'],
    'https://w3id.org/security#verificationMethod': [{ '@id': keys.ed25519.iri }],
    'https://w3id.org/security#proofPurpose': [{ '@id': 'https://w3id.org/security#assertionMethod' }],
    'http://purl.org/dc/terms/created': [{ '@value': '2026-03-01T10:00:00Z' }],
  });
});

test('as linked data an actor lists all its keys', async () => {
  const [actor] = await jsonld.expand(sent['moved-actor'], { documentLoader: loadKnownContext });
  expect(actor['https://w3id.org/security#assertionMethod']).toMatchObject([{ '@id': keys.ed25519.iri }]);
});

test('what an activity embeds has no context of its own', () => {
  expect(JSON.stringify(sent['create-recipe']).split('"@context"')).toHaveLength(2);
});

test('a draft cannot be sent', () => {
  expect(() => toObject({ ...baking, publication: 'draft' })).toThrow('draft 10');
});

test('a picture still at work is not shown', () => {
  const pending = {
    ...recipe,
    media: recipe.media.map((medium) => ({ ...medium, state: 'pending' as const })),
  };
  expect(toObject(pending).attachment).toEqual([]);
});
