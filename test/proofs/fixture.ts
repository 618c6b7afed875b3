/** Sets up a server with items of every kind and visibility, each with unique words, and viewers of every kind. */
import { expect } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { recipeState } from '../../src/db/sql/revisions.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { trashItem } from '../../src/domain/items/delete.ts';
import type { EventableType } from '../../src/domain/items/eventable.ts';
import { decide } from '../../src/domain/moderation/decisions.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { refreshTrends } from '../../src/domain/search/explore.ts';
import { iris } from '../../src/lib/iris.ts';
import { type ApiResponse, as } from '../support/as.ts';
import { drain } from '../support/drain.ts';
import { cookieOf } from '../support/get-page.ts';
import { copyPicture, keyOf, picture, sendUpload, upload } from '../support/pictures.ts';

/**
 * The owner publishes. The follower follows the owner; the stranger unfollowed; the owner blocks `blocked`; `blocker`
 * blocks the owner. `stranger`, `blocked` and `blocker` follow the follower.
 */
export const names = ['owner', 'follower', 'stranger', 'blocked', 'blocker'] as const;
export type Name = (typeof names)[number];
/** Null is an anonymous viewer. */
export type Viewer = Name | null;
export const viewers: Viewer[] = [...names, null];

export const kinds = ['recipe', 'preparation', 'baking', 'status'] as const satisfies EventableType[];
export type Shown = 'public' | 'unlisted' | 'private' | 'direct' | 'draft' | 'trashed';

export interface Thing {
  kind: EventableType;
  shown: Shown;
  author: Name;
  id: number;
  slug: string | null;
  /** For a draft, its IRI while it was published, or null. */
  iri: string | null;
  url: string | null;
  medium: { id: number; key: string };
  /** A former state of a recipe. */
  revision?: number;
  /** Words that occur nowhere else, by field. */
  marks: Record<string, string>;
}

export interface Fixture {
  people: Record<Name, Account>;
  /** Has requested to follow the owner. */
  requester: Account;
  cookies: Record<Name, string>;
  things: Thing[];
  collections: { owner: Name; id: number; marks: Record<string, string> }[];
  /** A public collection of the requester. */
  shared: number;
  /** The owner's unconfirmed import. */
  import: number;
  /** The owner's unfinished upload. */
  upload: number;
  /** A line of the owner's shopping list, on which is also a recipe. */
  line: number;
  /** A filter of the owner, which matches nothing. */
  filter: number;
  /** What moderators decided about the owner. */
  decision: number;
  /** The owner's picture that is attached to nothing. */
  loose: { id: number; key: string; mark: string };
}

const usernames: Record<Name, string> = {
  owner: 'ann',
  follower: 'bo',
  stranger: 'cy',
  blocked: 'dee',
  blocker: 'eve',
};
/** The reason of the decision about the owner. */
export const decisionMark = 'zqdecisionreasonqz';
/** The title of the owner's filter. */
export const filterMark = 'zqfiltertitleqz';
const password = 'a long password';

/** The visibility rules of the contract. */
export function maySee(viewer: Viewer, { author, shown }: Thing): boolean {
  if (shown === 'trashed') return false;
  if (viewer === author) return true;
  if (shown === 'draft') return false;
  if (author === 'owner' && (viewer === 'blocked' || viewer === 'blocker')) return false;
  if (shown === 'private')
    return viewer !== null && viewer !== 'owner' && (author === 'follower' || viewer === 'follower');
  return shown !== 'direct' || viewer === 'stranger';
}

export const pluralOf = (kind: EventableType): string => (kind === 'status' ? 'statuses' : `${kind}s`);

/** Throws if the request failed. */
async function done(asked: Promise<ApiResponse>): Promise<ApiResponse['body']> {
  const { status, text, body } = await asked;
  if (status >= 300) throw new Error(`setting up the fixture failed: ${status} ${text}`);
  return body;
}

/** No word is part of another word. */
const wordsOf = (prefix: string, fields: string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, `zq${prefix}${field}qz`]));

const textFields = ['name', 'text', 'tag', 'ingredient', 'note', 'group', 'line', 'step', 'task', 'alt'];
const fieldsOf: Record<EventableType, string[]> = {
  recipe: [...textFields, 'category', 'cuisine', 'tool', 'calories', 'author', 'site'],
  preparation: textFields,
  baking: textFields,
  status: ['text', 'warning', 'alt'],
};

export async function createFixture(): Promise<Fixture> {
  const accounts = await Promise.all(
    names.map(async (name) => [name, await register({ username: usernames[name], password })] as const),
  );
  const people = Object.fromEntries(accounts) as Record<Name, Account>;
  const requester = await register({ username: 'gus' });
  const who = (name: Name) => as(people[name]);
  const follow = (one: Name, other: Name) => done(who(one).post(`/accounts/${people[other].id}/follow`));
  for (const name of names.slice(1)) await follow(name, 'owner');
  for (const name of ['blocked', 'blocker', 'stranger'] as const) await follow(name, 'follower');

  const file = await picture(8, 8).png().toBuffer();
  const loose = await done(upload(people.owner, '/media', { file, description: 'zqloosealtqz' }));
  const another = (name: Name, description: string) => copyPicture(loose, people[name].id, { description });

  const plan: {
    kind: EventableType;
    shown: Shown;
    author: Name;
    answers?: string;
    quotes?: string;
    isNew?: boolean;
  }[] = [
    ...(['private', 'unlisted', 'public'] as const).flatMap((shown) =>
      kinds.map((kind) => ({ kind, shown, author: 'owner' as const })),
    ),
    { kind: 'status', shown: 'direct', author: 'owner' },
    { kind: 'preparation', shown: 'draft', author: 'owner' },
    { kind: 'baking', shown: 'draft', author: 'owner' },
    { kind: 'recipe', shown: 'draft', author: 'owner' },
    // Public until they are deleted.
    { kind: 'recipe', shown: 'trashed', author: 'owner' },
    { kind: 'status', shown: 'trashed', author: 'owner' },
    // A draft that was never published.
    { kind: 'recipe', shown: 'draft', author: 'owner', isNew: true },
    // Replies, to a public item and to a followers-only item.
    ...(['public', 'private'] as const).flatMap((shown) => [
      { kind: 'status' as const, shown, author: 'owner' as const, answers: 'public recipe' },
      { kind: 'status' as const, shown, author: 'follower' as const, answers: 'public recipe' },
      { kind: 'status' as const, shown, author: 'follower' as const, answers: 'private status' },
    ]),
    { kind: 'status', shown: 'public', author: 'stranger', quotes: 'public preparation' },
  ];
  const marksOf = plan.map(({ kind, shown, author, answers = '', isNew }) =>
    wordsOf(`${kind}${shown}${author}${answers.replace(' ', '')}${isNew ? 'new' : ''}`, fieldsOf[kind]),
  );
  const things: Thing[] = [];
  for (const [index, { kind, shown, author, answers, quotes, isNew }] of plan.entries()) {
    const marks = marksOf[index]!;
    const visibility = shown === 'draft' || shown === 'trashed' ? 'public' : shown;
    const medium = await another(author, marks.alt!);
    const earlier = (name: string) =>
      things.find((thing) => `${thing.shown} ${thing.kind}` === name && thing.author === 'owner');
    const linked = things.filter((thing) => thing.kind === kind && thing.shown === 'private');
    const body =
      kind === 'status'
        ? {
            content: `${marks.text}${shown === 'direct' ? ' @cy' : ''}`,
            spoiler_text: marks.warning,
            ...(answers && {
              in_reply_to_id: earlier(answers)!.id,
              in_reply_to_type: earlier(answers)!.kind,
            }),
            ...(quotes && { quote_id: earlier(quotes)!.id }),
          }
        : {
            name: marks.name,
            description: marks.text,
            tags: [marks.tag],
            ingredients: [{ name: marks.ingredient, note: marks.note, group: marks.group, original_text: marks.line }],
            steps: [
              { name: marks.task, content: marks.step },
              ...linked.map(({ id }) => ({ content: 'See there', links: [{ type: kind, id }] })),
            ],
            ...(kind === 'recipe' && detailsOf(marks)),
            ...(isNew && { draft: true }),
            ...(kind !== 'recipe' && { prepared_at: '2026-05-01', recipe_id: earlier('private recipe')!.id }),
          };
    const path = `/${pluralOf(kind)}`;
    const made = await done(who(author).post(path, { ...body, visibility, media_ids: [medium.id] }));
    const isCooked = kind === 'preparation' || kind === 'baking';
    if (isCooked && (shown !== 'draft' || kind === 'baking')) {
      await done(who(author).post(`${path}/${made.id}/publish`));
    }
    const { rows } = await pool().query('SELECT iri, url, slug FROM eventable WHERE id = $1', [made.id]);
    things.push({ kind, shown, author, id: made.id, medium, marks, ...rows[0] });
  }
  // Fan out now, so that the items are in the timelines of all followers.
  await drain();

  const soup = Buffer.from(JSON.stringify({ '@type': 'Recipe', name: 'Imported', recipeIngredient: ['salt'] }));
  const imported = await done(sendUpload(people.owner, '/imports', { file: soup, root: 'import' }));
  const begun = await done(who('owner').post('/import_uploads', { name: 'soups.zip', bytes: 2 }));
  await done(who('owner').post('/shopping_list/recipes', { recipes: [{ id: things.find(isPublicRecipe)!.id }] }));
  const shopping = await done(who('owner').post('/shopping_list/lines', { text: 'soap' }));
  const line = shopping.items.find(({ name }: { name: string }) => name === 'soap').id;
  const nothing = { title: filterMark, contexts: ['home'], keywords: [{ phrase: 'nothing' }] };
  const filter = (await done(who('owner').post('/filters', nothing))).id;
  const decision = await decide(operator, {
    accountId: people.owner.id,
    action: 'warn',
    reason: decisionMark,
  });
  const collections: Fixture['collections'] = [];
  for (const name of names) {
    const marks = wordsOf(`collection${name}`, ['name', 'text']);
    const { id } = await done(who(name).post('/collections', { name: marks.name, description: marks.text }));
    collections.push({ owner: name, id, marks });
    for (const thing of things) {
      const path = `/${pluralOf(thing.kind)}/${thing.id}`;
      const collected = await who(name).post(`/collections/${id}/items/${thing.id}?type=${thing.kind}`);
      if (collected.status === 404) continue;
      expect(collected.status).toBe(201);
      await who(name).post(`${path}/like`);
      await who(name).post(`${path}/boost`);
    }
  }
  const open = { name: 'Shared', visibility: 'public' };
  const shared = await done(as(requester).post('/collections', open));
  await drain();
  await refreshTrends();

  for (const { kind, id } of things.filter(({ shown, iri }) => shown === 'draft' && iri !== null))
    await done(who('owner').delete(`/${pluralOf(kind)}/${id}/publish`));
  for (const { kind, id } of things.filter(({ shown }) => shown === 'trashed'))
    await trashItem(people.owner.id, kind, id);
  await pool().query(`DELETE FROM outbox WHERE job = 'delete-trashed-item'`);
  await done(who('stranger').delete(`/accounts/${people.owner.id}/follow`));
  await done(who('owner').post(`/accounts/${people.blocked.id}/block`));
  await done(who('blocker').post(`/accounts/${people.owner.id}/block`));
  await done(who('owner').patch('/accounts/me', { locked: true }));
  await done(as(requester).post(`/accounts/${people.owner.id}/follow`));
  await addRevisions(things);
  await drain();

  const cookies = await Promise.all(
    names.map(async (name) => {
      const { cookie } = await cookieOf(people[name]);
      return [name, cookie] as const;
    }),
  );
  return {
    people,
    requester,
    things,
    collections,
    shared: shared.id,
    import: imported.id,
    upload: begun.id,
    line,
    filter,
    decision,
    cookies: Object.fromEntries(cookies) as Record<Name, string>,
    loose: { id: loose.id, key: keyOf(loose.original), mark: 'zqloosealtqz' },
  };
}

const isPublicRecipe = ({ kind, shown }: Thing) => kind === 'recipe' && shown === 'public';

const detailsOf = (marks: Record<string, string>) => ({
  category: [marks.category],
  cuisine: [marks.cuisine],
  equipment: [marks.tool],
  nutrition: { calories: marks.calories },
  credit: { name: marks.author, site: marks.site },
});

/** Gives every recipe, also drafts, a revision with its own words. */
async function addRevisions(things: Thing[]): Promise<void> {
  const { rows } = await pool().query<{ id: number; eventable_id: number }>(
    `INSERT INTO revision (eventable_id, visibility, state, bytes, edited_at)
     SELECT e.id, e.visibility, ${recipeState}, 1, now() FROM eventable e WHERE e.type = 'recipe'
     RETURNING id, eventable_id`,
  );
  const revisionOf = new Map(rows.map((row) => [row.eventable_id, row.id]));
  for (const thing of things) thing.revision = revisionOf.get(thing.id);
}

/** The ActivityPub IRI, also for drafts. */
export const iriOf = (people: Fixture['people'], { kind, author, id, iri }: Thing): string =>
  iri ?? iris.eventable(kind, people[author].id, id);

/** The page URL, also for pages that do not exist. */
export const pageOf = ({ kind, author, id, slug, url }: Thing): string =>
  url ?? iris.page(kind, usernames[author], kind === 'recipe' ? (slug ?? id) : id);
