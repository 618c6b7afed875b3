/** What an archive of an account holds, and under which names. */
import { z } from 'zod';
import { eventableKinds } from '../../../lib/iris.ts';

export const manifestName = 'potluck.json';
export const profileName = 'profile.json';
export const collectionsName = 'collections.json';
/** As Mastodon names and fills them. */
export const followsName = 'following_accounts.csv';
export const blocksName = 'blocked_accounts.csv';
export const likesName = 'likes.json';
export const actorName = 'actor.json';
export const outboxName = 'outbox.json';
export const mediumName = (key: string) => `media/${key}.webp`;

const format = 'potluck-account';
const iri = z.url({ protocol: /^https?$/ }).max(2_000);
const line = z.string().max(1_000);

export const manifest = z.object({
  format: z.literal(format),
  /** Rises when an older reader would lose something. */
  version: z.literal(1),
  /** The account's IRI: what begins with it is its own. */
  actor: iri,
  address: line,
  exported: line,
  /** Names of what the account shows first, in the order in which it was pinned. */
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
