/** Reads posts and pictures from an archive of Mastodon (zip or tar.gz) or a JSON file, without a database. */
import { isTarGz, openTarGz } from '../../../lib/archive/untar.ts';
import { openZip, type Zip } from '../../../lib/archive/unzip.ts';
import { DomainError, invalid } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import {
  type ArchivedPost,
  type LeftOutCounts,
  type ReadPost,
  type ReadPosts,
  readPosts,
} from '../../../recipe-import/posts/read-posts.ts';
import type { RestoreResult } from '../archive/restore.ts';

export interface PostsPreview extends RestoreResult {
  posts: number;
  pictures: number;
  leftOut: LeftOutCounts;
  /** ISO 8601. */
  oldest: string;
  newest: string;
}

export interface PostWithPictures {
  item: ArchivedPost;
  pictures: PostPicture[];
}

/** From the archive, or on another server. `bytes` and `url` are null if the archive has no such file. */
interface PostPicture {
  /** As in the item's media. */
  name: string;
  bytes: Uint8Array | null;
  url: string | null;
}

const limits = { entries: 50_000, entryBytes: 32 * 2 ** 20, totalBytes: 512 * 2 ** 20 };
/** So that one answer stays small. */
const batch = { posts: 100, pictureBytes: 16 * 2 ** 20 };
const wanted = /(?:^|\/)outbox\.json$|\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Returns null for a file of another kind. Throws validation_failed, malformed or too_large. */
export async function previewPosts(bytes: Uint8Array) {
  return withPosts(bytes, async ({ format, posts, leftOut }) => {
    if (posts.length === 0) throw invalid('file', t('migration.no-posts'));
    const pictures = posts.reduce((sum, { pictureUrls }) => sum + pictureUrls.length, 0);
    const dates = [posts[0]!, posts.at(-1)!].map(({ item }) => item.publishedAt.toISOString());
    const preview: PostsPreview = {
      ...{ posts: posts.length, pictures, leftOut, oldest: dates[0]!, newest: dates[1]! },
      ...{ restored: 0, existing: 0, problems: [] },
    };
    return { format, total: posts.length, posts: preview };
  });
}

/** Returns at least one post if there is one at `from`. */
export async function readPostsFrom(bytes: Uint8Array, from: number): Promise<PostWithPictures[]> {
  const read = await withPosts(bytes, async ({ posts }, zip) => {
    const find = pathFinder(zip);
    const found: PostWithPictures[] = [];
    let left = batch.pictureBytes;
    for (const post of posts.slice(from, from + batch.posts)) {
      const pictures = await readPictures(post, zip, find);
      left -= pictures.reduce((sum, each) => sum + (each.bytes?.length ?? 0), 0);
      if (left < 0 && found.length > 0) break;
      found.push({ item: post.item, pictures });
    }
    return found;
  });
  return read ?? [];
}

async function readPictures(
  { item, pictureUrls }: ReadPost,
  zip: Zip | null,
  find: (url: string) => string | null,
): Promise<PostPicture[]> {
  const pictures: PostPicture[] = [];
  for (const [at, url] of pictureUrls.entries()) {
    const path = find(url);
    const bytes = path === null ? null : await zip!.read(path);
    const isRemote = bytes === null && /^https?:\/\//i.test(url);
    pictures.push({ name: item.media[at]!.file, bytes, url: isRemote ? url : null });
  }
  return pictures;
}

/** Mastodon names pictures by their path, and those in an object storage by a path with the bucket before it. */
function pathFinder(zip: Zip | null): (url: string) => string | null {
  const names = new Map((zip?.names ?? []).map((name) => [placeOf(name), name]));
  return (url) => names.get(placeOf(URL.parse(url)?.pathname ?? url)) ?? null;
}

function placeOf(path: string): string {
  const at = path.indexOf('media_attachments/');
  return at < 0 ? path.replace(/^\/+/, '') : path.slice(at);
}

async function withPosts<Result>(
  bytes: Uint8Array,
  use: (posts: ReadPosts, zip: Zip | null) => Promise<Result>,
): Promise<Result | null> {
  const zip = await openArchive(bytes);
  try {
    const outbox = zip ? await readOutbox(zip) : jsonOf(bytes);
    const posts = outbox === null ? null : readPosts(outbox);
    return posts && (await use(posts, zip));
  } finally {
    zip?.close();
  }
}

async function openArchive(bytes: Uint8Array): Promise<Zip | null> {
  if (isTarGz(bytes)) return openTarGz(bytes, limits, (name) => wanted.test(name));
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
  return openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits).catch((error) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
}

/** The one closest to the root. */
async function readOutbox(zip: Zip): Promise<unknown> {
  const [name] = zip.names
    .filter((each) => /(?:^|\/)outbox\.json$/.test(each))
    .toSorted((one, other) => one.split('/').length - other.split('/').length);
  const bytes = name === undefined ? null : await zip.read(name);
  return bytes && jsonOf(bytes);
}

/** Other JSON is not worth parsing. */
const keys = ['"orderedItems"', '"media_attachments"'];

/** Returns null for what is no JSON with posts. */
function jsonOf(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!keys.some((key) => text.includes(key))) return null;
  try {
    return JSON.parse(text.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
