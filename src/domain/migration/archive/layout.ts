/** Files and columns of the archive of an account. */
import { z } from 'zod';
import { filterContexts, sharedVisibilities } from '../../../db/vocabulary.ts';
import { eventableKinds } from '../../../lib/iris.ts';
import { archivedDate, boundedText, languageTag } from '../../../recipe-import/potluck-item.ts';
import { rational } from '../../../recipe-import/quantity.ts';
import { maxFilters, maxKeywords, maxPhraseLength } from '../../filters/limits.ts';

// Defines the files of an account's archive, its manifest and its collections

/** The files of every archive, beside those of its items and pictures. */
export const files = {
  manifest: 'potluck.json',
  profile: 'profile.json',
  collections: 'collections.json',
  notes: 'notes.json',
  shoppingList: 'shopping_list.json',
  filters: 'filters.json',
  /** One hashtag per line. */
  tags: 'followed_tags.csv',
  /** Not imported again: it is a log of the server that wrote the archive. */
  moderatorAccess: 'moderator_access.json',

  // Names and formats of these are Mastodon's.
  follows: 'following_accounts.csv',
  blocks: 'blocked_accounts.csv',
  mutes: 'muted_accounts.csv',
  domainBlocks: 'blocked_domains.csv',
  likes: 'likes.json',
  actor: 'actor.json',
  outbox: 'outbox.json',
};
export const mediumName = (key: string) => `media/${key}.webp`;

const iri = z.url({ protocol: /^https?$/ }).max(2_000);
const line = z.string().max(1_000);

export const manifest = z.object({
  format: z.literal('potluck-account'),
  /** Increases when an older reader would lose data. */
  version: z.literal(1),
  /** The account's IRI. The IRIs of its items start with it. */
  actor: iri,
  address: line,
  exported: line,
  /** Origins of the pinned items, in the order in which they were pinned. */
  pinned: z.array(iri).max(20),
  items: z.array(z.object({ file: line, type: z.enum(eventableKinds), origin: iri, name: line })).max(200_000),
});
export type Manifest = z.output<typeof manifest>;
export type ManifestItem = Manifest['items'][number];

export const archivedCollections = z.object({
  collections: z
    .array(
      z.object({
        name: boundedText(100).refine(Boolean),
        description: boundedText(10_000),
        /** Absent in archives of earlier versions, as are the notes. */
        visibility: z.enum(sharedVisibilities).default('private'),
        /** The file of the chosen picture. */
        cover: z.string().max(200).nullable().default(null),
        coverDescription: boundedText(1_500).default(''),
        items: z.array(z.url().max(1_024)).max(20_000),
        /** By the IRI of the item. */
        notes: z.record(z.url().max(1_024), boundedText(2_000)).default({}),
      }),
    )
    .max(1_000),
});
export type ArchivedCollection = z.output<typeof archivedCollections>['collections'][number];

// Defines the private notes, the shopping list and the filters in an archive

const notBlank = (max: number) => boundedText(max).refine((text) => text.trim() !== '');

export const archivedNotes = z.object({
  notes: z
    .array(
      z.object({
        /** Origin of the recipe. */
        recipe: z.url().max(1_024),
        content: notBlank(5_000),
      }),
    )
    .max(20_000),
});
export type ArchivedNote = z.output<typeof archivedNotes>['notes'][number];

const fraction = z
  .object({ numerator: z.int().min(0), denominator: z.int().min(1) })
  .transform(({ numerator, denominator }) => rational(numerator, denominator))
  .nullable();

/** Lines of recipes become lines of the member's own. */
export const archivedShoppingList = z.object({
  lines: z
    .array(
      z.object({
        name: notBlank(200),
        quantity: fraction,
        quantityMax: fraction,
        unit: boundedText(200).nullable(),
        optional: z.boolean(),
        locale: languageTag,
        checked: z.boolean(),
      }),
    )
    .max(1_000),
});

const keywords = z
  .array(z.object({ phrase: notBlank(maxPhraseLength), wholeWord: z.boolean() }))
  .min(1)
  .max(maxKeywords);

export const archivedFilters = z.object({
  filters: z
    .array(
      z.object({
        title: notBlank(100),
        contexts: z.array(z.enum(filterContexts)).min(1).max(filterContexts.length),
        action: z.enum(['warn', 'hide']),
        keywords,
        expiresAt: archivedDate.nullable(),
      }),
    )
    .max(maxFilters),
});

// Defines the profile in an archive

export const profile = z.object({
  name: boundedText(100),
  /** Markdown. */
  summary: boundedText(5_000),
  locale: languageTag,
  locked: z.boolean(),
  discoverable: z.boolean(),
  indexable: z.boolean(),
  recipesAsArticles: z.boolean(),
  quotePolicy: z.enum(['everyone', 'followers', 'nobody']).optional(),
  /** Informational: aliases must be set again after the import. */
  alsoKnownAs: z.array(z.url()).max(100),
  avatar: z.object({ file: boundedText(200), description: boundedText(1_500) }).nullable(),
  header: z.object({ file: boundedText(200) }).nullish(),
});
export type Profile = z.output<typeof profile>;

// The README.txt in an archive

export const readme = `An account of a Potluck server, complete.

recipes/*.json        each recipe as schema.org JSON-LD, which other recipe programs read; drafts, too
preparations/, bakings/, statuses/
                      preparations, bakings and posts as JSON-LD
media/                the pictures in their largest size; their alt texts are in the items
profile.json          the profile
following_accounts.csv, blocked_accounts.csv, muted_accounts.csv, blocked_domains.csv
                      as Mastodon exports and imports them
collections.json      collections, with the IRIs of their items, in order, and notes
notes.json            private notes, with the IRIs of their recipes
shopping_list.json    the shopping list, with amounts as fractions
filters.json          filters: words that the member does not want to read
followed_tags.csv     followed hashtags, one per line
likes.json            IRIs of liked items
moderator_access.json when moderators or the operator of the server read private items, which ones and why
actor.json, outbox.json
                      profile and items as ActivityPub
potluck.json          the list of items, by file and IRI

"potluck:item" in each item is the exact item: amounts as fractions, Markdown, which ingredient belongs to which
step, links between items. Import this file at Settings, Import, or with: npm run cli -- account import NAME FILE
It contains private items and drafts: keep the file safe.
`;
