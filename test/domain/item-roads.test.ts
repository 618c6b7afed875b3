import { afterEach, beforeAll, expect, test } from 'vitest';
import { pool, prisma } from '../../src/db/client.ts';
import { emptyDetails, knownDiets } from '../../src/db/recipe-details.ts';
import { transact } from '../../src/db/transaction.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { createCooked, updateCooked } from '../../src/domain/cooking/cooking.ts';
import type { CookedType, EventableType } from '../../src/domain/items/eventable.ts';
import { ingestRemoteItem, type RemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { publishItem } from '../../src/domain/items/publish.ts';
import { getEventable } from '../../src/domain/items/read.ts';
import { indexRecipes } from '../../src/domain/items/search-index.ts';
import { createNameResolver } from '../../src/domain/migration/archive/columns.ts';
import { restoreItem } from '../../src/domain/migration/archive/restore.ts';
import { createRecipe, updateRecipe } from '../../src/domain/recipes/write.ts';
import { createStatus, updateStatus } from '../../src/domain/statuses/statuses.ts';
import { newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadActor } from '../../src/federation/resolve/resolve-actor.ts';
import { archivedItem } from '../../src/recipe-import/potluck-item.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { enqueued } from '../support/enqueued.ts';
import { insertPicture } from '../support/pictures.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { storedItem } from '../support/stored.ts';

useCast();
const server = remoteServerAt('roads.example');
let bob: Account;
/** Of Cy, who is notified of what is cooked, replied and quoted. */
let recipeId: number;
let recipeIri: string;

beforeAll(async () => {
  bob = await upsertRemoteAccount(await loadActor(server.actor('bob').iri, newBudget()));
  recipeId = await createRecipe(cast.cy.id, { ...texts, ...recipe, name: 'Original' });
  recipeIri = (await getEventable(recipeId, { accountId: null, host: null })).iri!;
});
afterEach(() => deleteAll('jobs', 'notifications'));

const ingredients = [
  {
    name: 'flour',
    quantity: { numerator: 1, denominator: 2 },
    quantityMax: null,
    unit: 'kg',
    note: null,
    group: null,
    optional: false,
    scalable: true,
    originalText: null,
  },
];
const steps = [{ name: '', content: 'Knead.', duration: null, ingredientPositions: [0], links: [] }];
const parts = { serving: 2, servingType: 'loaves', ingredients, steps };
const texts = { description: 'For @bo #bread', locale: 'en', visibility: 'public' as const, tags: ['rye'] };
const recipe = { ...parts, name: 'Bread', sourceUrl: null, prepTime: 60, cookTime: null, details: emptyDetails };
const cooked = { ...parts, name: 'Bread', preparedAt: new Date(), rating: 4 };
const status = { content: 'For @bo #bread', locale: 'en', visibility: null, sensitive: true, spoilerText: 'Bread' };

const uploaded = async (): Promise<number[]> => [(await insertPicture(cast.ann.id, null)).id];

const media = [
  { url: server.iri('/bread.jpg'), description: '', contentType: 'image/jpeg', width: 1, height: 1, blurhash: null },
];
const remoteText = { content: 'For Bo', contentHtml: '<p>For Bo</p>', tags: ['bread', 'rye'] };
let paths = 0;

function remoteItem(type: EventableType, changes: Partial<RemoteItem> = {}): RemoteItem {
  paths += 1;
  const own = {
    recipe: { ...recipe, details: emptyDetails },
    preparation: { ...cooked, recipeIri },
    baking: { ...cooked, recipeIri },
    status: { inReplyToIri: recipeIri, quoteIri: recipeIri },
  }[type];
  return remoteStatus(server.iri(`/items/${paths}`), bob.id, {
    ...remoteText,
    mentionedIris: [cast.bo.iri!],
    media,
    ...own,
    type,
    ...changes,
  });
}

const ingest = async (item: RemoteItem): Promise<number> => (await ingestRemoteItem(item, { backfilled: false }))!;

/** It concerns only the followers of its author. */
const plainRecipe = (changes: Partial<RemoteItem> = {}) => remoteItem('recipe', { mentionedIris: [], ...changes });

/** Stores an old version, and then a new one. */
async function ingestTwice(type: EventableType, old: Partial<RemoteItem>): Promise<number> {
  const item = remoteItem(type, { publishedAt: new Date('2026-01-01') });
  await ingest({ ...item, ...old });
  return ingest({ ...item, updatedAt: new Date() });
}

async function restore(type: EventableType, own: object): Promise<number> {
  paths += 1;
  const origin = `https://old.example/items/${paths}`;
  const item = archivedItem.parse({
    type,
    origin,
    formerly: [],
    publication: 'published',
    visibility: 'public',
    locale: 'en',
    tags: ['rye'],
    content: 'For @bo #bread',
    createdAt: '2026-01-01T00:00:00Z',
    publishedAt: '2026-01-01T00:00:00Z',
    media: [],
    ...own,
  });
  const names = { actor: 'https://old.example/ann', findType: async () => null };
  const resolver = createNameResolver(cast.ann.id, names);
  const context = { accountId: cast.ann.id, resolver, readPicture: async () => null, problems: [] };
  expect(await restoreItem(item, context)).toBe('added');
  return (await resolver.findExisting([origin]))!;
}

const state = { name: 'Dough', description: '', ingredients: [], steps: [], details: { serving: 2 } };
const revisions = [{ editedAt: '2026-01-02T00:00:00Z', visibility: 'public', state }];

/** What all readers see of an item, and what was recorded for others. */
async function followedBy(id: number) {
  const item = await getEventable(id, { accountId: cast.bo.id, host: null });
  const hasParts = item.type !== 'status';
  const events = await prisma().event.findMany({ where: { eventableId: id } });
  const facts = (await enqueued('send-activity'))
    .map((payload) => payload as { fact: string; eventableId?: number })
    .filter(({ eventableId }) => eventableId === id);
  const found = (await anyone.get('/search/recipes?q=bread')).body.recipes as { id: number }[];
  const noticesOf = async (who: Account) =>
    (await as(who).get('/notifications')).body.flatMap((notice: { type: string; object: { id: number } | null }) =>
      notice.object?.id === id ? [notice.type] : [],
    );
  return {
    parts: hasParts ? [item.ingredients.length, item.steps.length] : null,
    mentions: item.mentions.map(({ accountId }) => accountId === cast.bo.id),
    media: item.media.length,
    quote: item.quoteIri === recipeIri,
    revisions: item.type === 'recipe' ? item.revisionsCount : 0,
    isFound: found.some((each) => each.id === id),
    events: events.map(({ action, backfilled }) => (backfilled ? `old ${action}` : action)),
    facts: facts.map(({ fact }) => fact).toSorted(),
    bo: await noticesOf(cast.bo),
    cy: await noticesOf(cast.cy),
  };
}
type Followed = Awaited<ReturnType<typeof followedBy>>;

const nothing: Followed = {
  parts: null,
  mentions: [true],
  media: 1,
  quote: false,
  revisions: 0,
  isFound: false,
  events: ['create'],
  facts: [],
  bo: ['mention'],
  cy: [],
};
const ofRecipe: Followed = { ...nothing, parts: [1, 1], isFound: true };
const ofCooked: Followed = { ...nothing, parts: [1, 1], cy: ['cooked'] };
const ofReply: Followed = { ...nothing, quote: true, events: ['reply'], cy: ['reply'] };
const isNew = { facts: ['item.published'] };
const isRestored = { media: 0, events: ['old create'], bo: [], cy: [] };

const draft = { parts: { ...parts, ingredients: [], steps: [] }, text: { ...texts, description: '', tags: [] } };

async function changedRecipe(): Promise<number> {
  const id = await createRecipe(cast.ann.id, { ...draft.text, ...recipe, ...draft.parts, name: 'Dough' });
  await deleteAll('jobs');
  await updateRecipe(cast.ann.id, id, { ...texts, ...recipe, mediaIds: await uploaded() });
  return id;
}

async function publishedCooked(type: CookedType): Promise<number> {
  const given = { ...texts, ...cooked, recipeId, mediaIds: await uploaded() };
  const id = await createCooked(type, cast.ann.id, given);
  await publishItem(type, cast.ann.id, id, null);
  return id;
}

async function changedCooked(type: CookedType): Promise<number> {
  const id = await createCooked(type, cast.ann.id, { ...draft.text, ...cooked, ...draft.parts, recipeId: null });
  await publishItem(type, cast.ann.id, id, null);
  await deleteAll('jobs');
  await updateCooked(type, cast.ann.id, id, { ...texts, ...cooked, recipeId, mediaIds: await uploaded() });
  return id;
}

async function publishedRecipe(): Promise<number> {
  const given = { ...texts, ...recipe, publication: 'draft' as const, mediaIds: await uploaded() };
  const id = await createRecipe(cast.ann.id, given);
  await publishItem('recipe', cast.ann.id, id, null);
  return id;
}

const newStatus = async () => ({
  ...status,
  inReplyToId: recipeId,
  quoted: { id: recipeId },
  mediaIds: await uploaded(),
});

async function changedStatus(): Promise<number> {
  const id = await createStatus(cast.ann.id, { ...(await newStatus()), content: 'Look', mediaIds: [] });
  await deleteAll('jobs');
  await updateStatus(cast.ann.id, id, { content: status.content, mediaIds: await uploaded() });
  return id;
}

const roads: [road: string, write: () => Promise<number>, expected: Followed][] = [
  [
    'a new recipe',
    async () => createRecipe(cast.ann.id, { ...texts, ...recipe, mediaIds: await uploaded() }),
    { ...ofRecipe, ...isNew },
  ],
  ['a published draft of a recipe', publishedRecipe, { ...ofRecipe, ...isNew }],
  ['a changed recipe', changedRecipe, { ...ofRecipe, revisions: 1, facts: ['item.updated'] }],
  ['a remote recipe', () => ingest(remoteItem('recipe')), ofRecipe],
  ['a plain remote recipe', () => ingest(plainRecipe()), { ...ofRecipe, mentions: [], bo: [] }],
  [
    'a changed remote recipe',
    () => ingestTwice('recipe', { ...draft.parts, name: 'Dough', mentionedIris: [], media: [] }),
    { ...ofRecipe, revisions: 1 },
  ],
  [
    'a restored recipe',
    () => restore('recipe', { ...recipe, slug: 'bread', forkedFrom: null, revisions }),
    { ...ofRecipe, ...isRestored, revisions: 1 },
  ],
  ...(['preparation', 'baking'] as const).flatMap((type): typeof roads => [
    [`a published ${type}`, () => publishedCooked(type), { ...ofCooked, ...isNew }],
    [`a changed ${type}`, () => changedCooked(type), { ...ofCooked, facts: ['item.updated'] }],
    [`a remote ${type}`, () => ingest(remoteItem(type)), ofCooked],
    [
      `a changed remote ${type}`,
      () => ingestTwice(type, { ...draft.parts, recipeIri: null, mentionedIris: [], media: [] }),
      ofCooked,
    ],
    [
      `a restored ${type}`,
      () => restore(type, { ...cooked, preparedAt: '2026-01-01T00:00:00Z', recipe: recipeIri }),
      { ...ofCooked, ...isRestored },
    ],
  ]),
  ['a new status', async () => createStatus(cast.ann.id, await newStatus()), { ...ofReply, ...isNew }],
  ['a changed status', changedStatus, { ...ofReply, facts: ['item.updated'] }],
  ['a remote status', () => ingest(remoteItem('status')), ofReply],
  [
    'a changed remote status',
    () => ingestTwice('status', { content: 'Look', mentionedIris: [], quoteIri: null, media: [] }),
    ofReply,
  ],
  [
    'a plain remote status',
    () => ingest(remoteItem('status', { inReplyToIri: null, quoteIri: null, mentionedIris: [] })),
    { ...nothing, mentions: [], bo: [] },
  ],
  [
    'a restored status',
    () => restore('status', { sensitive: true, spoilerText: 'Bread', inReplyTo: recipeIri }),
    { ...nothing, ...isRestored, events: ['old reply'] },
  ],
];

test.each(roads)('%s has everything that follows', async (_, write, expected) => {
  const id = await write();
  expect(await followedBy(id)).toEqual(expected);
});

test('remote recipes of one name get different slugs, also if they come at the same time', async () => {
  const ids = [await ingest(plainRecipe({ name: 'Rye' })), await ingest(remoteItem('recipe', { name: 'Rye' }))];
  ids.push(...(await Promise.all([1, 2].map(() => ingest(plainRecipe({ name: 'Rye' }))))));
  const slugs = await Promise.all(ids.map(async (id) => (await storedItem(id)).slug));
  expect(slugs.toSorted()).toEqual(['rye', 'rye-2', 'rye-3', 'rye-4']);
});

test('new recipes are found as if they were read again', async () => {
  const details = {
    ...emptyDetails,
    category: ['Dinner'],
    cuisine: ['Thai'],
    diet: knownDiets(['VeganDiet']),
    totalTime: 600,
  };
  const written = { ...recipe, name: 'Rice', details };
  const ids = [
    await createRecipe(cast.ann.id, { ...texts, ...written }),
    await ingest(remoteItem('recipe', written)),
    await ingest(plainRecipe(written)),
  ];
  const read = async () =>
    (await pool().query('SELECT xmin, * FROM recipe_search WHERE eventable_id = ANY($1) ORDER BY seq', [ids])).rows;
  const before = await read();
  expect(before).toHaveLength(ids.length);
  await transact((tx) => indexRecipes(tx, ids));
  expect(await read()).toEqual(before);
});
