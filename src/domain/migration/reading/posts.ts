/** Reads posts and pictures from an archive of Mastodon (zip or tar.gz) or a JSON file, without a database. */

import type { OpenFile } from '../../../lib/archive/open-file.ts';
import { readTarGz } from '../../../lib/archive/untar.ts';
import type { Zip } from '../../../lib/archive/unzip.ts';
import { DomainError, invalid } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import { pictureTypeOf } from '../../../lib/picture-type.ts';
import { archiveLimits } from '../../../recipe-import/formats/archive.ts';
import { type ReadPost, type ReadPosts, readPosts } from '../../../recipe-import/posts/read-posts.ts';
import type { SourceEvent } from './events.ts';

type Events = AsyncGenerator<SourceEvent>;

const outboxName = /(?:^|\/)outbox\.json$/;
const pictureName = /\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Returns null for a file of another kind. The events throw validation_failed without a post, here and below. */
export function findPostsInJson(bytes: Uint8Array, from: number): Events | null {
  const found = postsOf(bytes);
  return found && postEvents(found, from, async () => []);
}

/** A post comes with its pictures. Returns null for an archive of another kind. */
export async function findPostsInZip(zip: Zip, from: number): Promise<Events | null> {
  const [name] = zip.names
    .filter((each) => outboxName.test(each))
    // The one closest to the root.
    .toSorted((one, other) => one.split('/').length - other.split('/').length);
  const found = name === undefined ? null : postsOf(await zip.read(name));
  if (!found) return null;
  const names = new Map(zip.names.map((each) => [placeOf(each), each]));
  return postEvents(found, from, async (post) => {
    const pictures: FoundPicture[] = [];
    for (const [at, url] of post.pictureUrls.entries()) {
      const path = names.get(placeOfUrl(url));
      const bytes = path === undefined ? null : await zip.read(path).catch(asNull);
      if (bytes) pictures.push({ at, bytes });
    }
    return pictures;
  });
}

/** The archive is read twice, for the posts and then for their pictures. Returns null for an archive of another kind. */
export async function findPostsInTar(file: OpenFile, from: number): Promise<Events | null> {
  const limits = archiveLimits(file);
  for await (const { bytes } of readTarGz(file, limits, (name) => outboxName.test(name))) {
    const found = postsOf(bytes);
    if (found) return tarEvents(file, found, from);
  }
  return null;
}

async function* tarEvents(file: OpenFile, found: ReadPosts, from: number): Events {
  const uses = found.posts.flatMap(({ pictureUrls }, position) =>
    pictureUrls.map((url, at) => ({ position, at, place: placeOfUrl(url) })),
  );
  const users = Map.groupBy(uses, ({ place }) => place);
  yield* postEvents(found, from, async () => []);
  const isWanted = (name: string) => pictureName.test(name) && users.has(placeOf(name));
  let at = found.posts.length - 1;
  for await (const { name, bytes } of readTarGz(file, archiveLimits(file), isWanted)) {
    at += 1;
    if (at < from || pictureTypeOf(bytes) === null) continue;
    yield { type: 'entry', at, name };
    for (const user of users.get(placeOf(name)) ?? []) {
      const { file: picture } = found.posts[user.position]!.item.media[user.at]!;
      yield { type: 'picture', name: picture, bytes, position: user.position };
    }
  }
}

interface FoundPicture {
  /** The index of the picture in the post. */
  at: number;
  bytes: Buffer;
}

async function* postEvents(
  { format, posts, leftOut }: ReadPosts,
  from: number,
  readPictures: (post: ReadPost) => Promise<FoundPicture[]>,
): Events {
  if (posts.length === 0) throw invalid('file', t('migration.no-posts'));
  const pictures = posts.reduce((sum, { pictureUrls }) => sum + pictureUrls.length, 0);
  const [oldest, newest] = [posts[0]!, posts.at(-1)!].map(({ item }) => item.publishedAt.toISOString());
  yield { type: 'format', format };
  const facts = { posts: posts.length, pictures, leftOut, oldest: oldest!, newest: newest! };
  yield { type: 'facts', facts: { posts: facts } };
  for (const [at, post] of posts.entries()) {
    if (at < from) continue;
    yield { type: 'entry', at, name: post.item.origin };
    const { item, pictureUrls } = post;
    const urls = new Map(pictureUrls.map((url, index) => [item.media[index]!.file, url]));
    for (const { at: index, bytes } of await readPictures(post)) {
      if (pictureTypeOf(bytes) === null) continue;
      const name = item.media[index]!.file;
      urls.delete(name);
      yield { type: 'picture', name, bytes, position: null };
    }
    const remote = [...urls].filter(([, url]) => /^https?:\/\//i.test(url));
    const content = { type: 'post' as const, item, urls: Object.fromEntries(remote) };
    const record = { kind: 'item' as const, name: '', origin: item.origin, preview: null, content };
    yield { type: 'record', record: { ...record, digest: null, reason: '' } };
  }
}

/** Mastodon names pictures by their path, and those in an object storage by a path with the bucket before it. */
const placeOfUrl = (url: string): string => placeOf(URL.parse(url)?.pathname ?? url);

function placeOf(path: string): string {
  const at = path.indexOf('media_attachments/');
  return at < 0 ? path.replace(/^\/+/, '') : path.slice(at);
}

const asNull = (error: unknown) => {
  if (error instanceof DomainError) return null;
  throw error;
};

/** Other JSON is not worth parsing. */
const keys = ['"orderedItems"', '"media_attachments"'];

/** Returns null for what is no JSON with posts. */
function postsOf(bytes: Uint8Array | null): ReadPosts | null {
  if (!bytes) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!keys.some((key) => text.includes(key))) return null;
  try {
    return readPosts(JSON.parse(text.toString('utf8').replace(/^\uFEFF/, '')));
  } catch {
    return null;
  }
}
