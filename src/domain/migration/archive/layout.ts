/** Defines the files of an account's archive, its manifest and its collections. */
import { z } from 'zod';
import { eventableKinds } from '../../../lib/iris.ts';
import { boundedText } from '../../../recipe-import/bounded-text.ts';

export const manifestName = 'potluck.json';
export const profileName = 'profile.json';
export const collectionsName = 'collections.json';
/** Names and formats of these files are Mastodon's. */
export const followsName = 'following_accounts.csv';
export const blocksName = 'blocked_accounts.csv';
export const mutesName = 'muted_accounts.csv';
export const domainBlocksName = 'blocked_domains.csv';
/** One hashtag per line. */
export const tagsName = 'followed_tags.csv';
export const likesName = 'likes.json';
export const actorName = 'actor.json';
export const outboxName = 'outbox.json';
export const mediumName = (key: string) => `media/${key}.webp`;

const format = 'potluck-account';
const iri = z.url({ protocol: /^https?$/ }).max(2_000);
const line = z.string().max(1_000);

export const manifest = z.object({
  format: z.literal(format),
  /** Increases when an older reader would lose data. */
  version: z.literal(1),
  /** The account's IRI. The IRIs of its items start with it. */
  actor: iri,
  address: line,
  exported: line,
  /** Origins of the pinned items, in the order in which they were pinned. */
  pinned: z.array(iri).max(20),
  items: z
    .array(z.object({ file: line, type: z.enum(eventableKinds), origin: iri, name: line }))
    .max(200_000),
});
export type Manifest = z.output<typeof manifest>;
export type ManifestItem = Manifest['items'][number];

export const newManifest = (rest: Omit<Manifest, 'format' | 'version'>): Manifest => ({
  format,
  version: 1,
  ...rest,
});

export const archivedCollections = z.object({
  collections: z
    .array(
      z.object({
        name: boundedText(100).refine(Boolean),
        description: boundedText(10_000),
        /** Absent in archives of earlier versions, as are the notes. */
        visibility: z.enum(['public', 'unlisted', 'private']).default('private'),
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
