/** Reads the entries of a source. */
import { fstatSync } from 'node:fs';
import { isTarGz, readTarGz } from '../../../lib/archive/untar.ts';
import { type OpenFile, openZip, readAt, type Zip } from '../../../lib/archive/unzip.ts';
import { decodeText } from '../../../lib/decode-text.ts';
import { DomainError, invalid } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import { pictureTypeOf } from '../../../lib/picture-type.ts';
import { detailsFromStated } from '../../../recipe-import/details-from-stated.ts';
import { isRecipeTable, previewTable, type TablePreview } from '../../../recipe-import/formats/tables.ts';
import { hasPicture, type ImportedRecipe, isDraft } from '../../../recipe-import/import-result.ts';
import { previewIngredient } from '../../../recipe-import/ingredient-list.ts';
import { type ReadPost, type ReadPosts, readPosts } from '../../../recipe-import/posts.ts';
import { archiveLimits, findRecipes, maxFileBytes, readWhole } from '../../../recipe-import/read-file.ts';
import type { Manifest } from '../archive/layout.ts';
import { type ArchiveStep, archiveSteps, picturesOf, readManifest } from '../archive/read.ts';
import { isNamedList, maxListEntries, type ReadList, readList } from '../list-files.ts';
import { identify } from '../recipe-digest.ts';
import { type ReadRequest, type SourceEvent, type SourceOrigin, type SourceRecord, unreadFile } from './events.ts';

// Finds the steps and the pictures of an account's archive, without a database

/** Returns null if the zip is no archive of an account. */
async function findInAccountArchive(zip: Zip, from: number): Promise<AsyncGenerator<SourceEvent> | null> {
  const manifest = await readManifest(zip);
  return manifest && stepEvents(zip, manifest, from);
}

async function* stepEvents(zip: Zip, manifest: Manifest, from: number): AsyncGenerator<SourceEvent> {
  const { address, actor, exported, items } = manifest;
  const counts = Object.fromEntries(
    [...Map.groupBy(items, ({ type }) => type)].map(([type, { length }]) => [type, length]),
  );
  yield { type: 'format', format: 'Potluck' };
  yield { type: 'facts', facts: { archive: { address, actor, exported, counts } } };
  let at = -1;
  for await (const { name, step, reason } of archiveSteps(zip, manifest)) {
    at += 1;
    if (at < from) continue;
    yield { type: 'entry', at, name };
    for (const picture of step ? picturesOf(step) : []) {
      const bytes = await zip.read(picture).catch(() => null);
      if (bytes && pictureTypeOf(bytes) !== null) yield { type: 'picture', name: picture, bytes, position: null };
    }
    yield { type: 'record', record: step ? recordOfStep(name, step) : unreadFile(name, reason) };
  }
}

function recordOfStep(name: string, step: ArchiveStep): SourceRecord {
  const other = { kind: 'other' as const, name, origin: null, preview: null, content: step, digest: null, reason: '' };
  if (step.type !== 'item') return other;
  const { item } = step;
  return { ...other, kind: 'item', name: 'name' in item ? item.name : name, origin: item.origin };
}

// Finds the entries of lists of accounts, servers and bookmarks from Mastodon, without a database

interface NamedList extends ReadList {
  /** The name of the file. */
  name: string;
}

const maxExamples = 20;
const maxFiles = 20;

/** From a table (.csv, .tsv). Returns null for another file, also for a table of recipes. Throws validation_failed. */
export function findLists(bytes: Uint8Array, name: string): Generator<SourceEvent> | null {
  const text = decodeText(bytes);
  if (text === null || isRecipeTable(text)) return null;
  try {
    const list = readList(text, name);
    return list && listEvents([{ ...list, name }]);
  } catch (error) {
    const problems = error instanceof DomainError ? Object.values(error.errors).flat() : [];
    const isUnknown = problems.includes(t('migration.no-known-list')) && !isNamedList(name);
    const table = isUnknown ? previewTable(text) : null;
    if (!table) throw error;
    return tableEvents(table, problems);
  }
}

/** A table of something: what its columns are has to be asked. */
function* tableEvents(table: TablePreview, problems: string[]): Generator<SourceEvent> {
  yield { type: 'format', format: 'CSV' };
  yield { type: 'facts', facts: { table } };
  for (const problem of problems) yield { type: 'problem', problem };
}

/** From a zip of nothing but CSV files of lists. Returns null for another zip. Throws validation_failed. */
async function findListsInZip(zip: Zip): Promise<Generator<SourceEvent> | null> {
  const { names } = zip;
  if (names.length === 0 || names.length > maxFiles || !names.every((name) => /\.csv$/i.test(name))) return null;
  const lists: NamedList[] = [];
  for (const name of names) {
    const bytes = await zip.read(name);
    const text = (bytes && decodeText(bytes)) ?? '';
    if (isRecipeTable(text)) return null;
    const list = readList(text, name);
    if (!list) throw refused(t('migration.unreadable-file', { name }));
    lists.push({ ...list, name });
  }
  if (countEntries(lists) > maxListEntries) throw refused(t('migration.too-many-lines-together', { maxListEntries }));
  return listEvents(lists);
}

const refused = (reason: string) => invalid('file', reason);
const countEntries = (lists: ReadList[]) => lists.reduce((sum, { entries }) => sum + entries.length, 0);

function* listEvents(found: NamedList[]): Generator<SourceEvent> {
  if (countEntries(found) === 0) throw refused(t('migration.no-entries'));
  yield { type: 'format', format: 'Mastodon' };
  for (const { kind, entries } of found) yield { type: 'list', kind, entries };
  const files = found.map(({ entries, skipped, ...list }) => ({
    ...list,
    entries: entries.length,
    skipped: skipped.length,
    examples: skipped.slice(0, maxExamples),
  }));
  // Last, so that an import of lists has all of their entries.
  yield { type: 'facts', facts: { lists: { files, added: 0, existing: 0, failed: 0 } } };
}

// Reads posts and pictures from an archive of Mastodon (zip or tar.gz) or a JSON file, without a database

type Events = AsyncGenerator<SourceEvent>;

const outboxName = /(?:^|\/)outbox\.json$/;
const pictureName = /\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Returns null for a file of another kind. The events throw validation_failed without a post, here and below. */
function findPostsInJson(bytes: Uint8Array, from: number): Events | null {
  const found = postsOf(bytes);
  return found && postEvents(found, from, async () => []);
}

/** A post comes with its pictures. Returns null for an archive of another kind. */
async function findPostsInZip(zip: Zip, from: number): Promise<Events | null> {
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

/**
 * The archive is read twice, for the posts and then for their pictures. Returns null for an archive of another kind.
 */
async function findPostsInTar(file: OpenFile, from: number): Promise<Events | null> {
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
    const record = { kind: 'item' as const, name: '', origin: item.origin, preview: null, content, digest: null };
    yield { type: 'record', record: { ...record, reason: '' } };
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

// Reads the source of an import entry by entry, without a database. Runs in a process of its own, because strangers
// choose the source.

const headBytes = 4_096;
const maxMessages = 50;
/** Of texts, which go into the database. */
const maxContentBytes = 256 * 2 ** 20;

/** Yields the entries from `from` on. Never throws. */
export async function* readSource(file: OpenFile, request: ReadRequest): AsyncGenerator<SourceEvent> {
  let left = maxContentBytes;
  let isSkipped = false;
  let hasRecords = false;
  try {
    for await (const event of findKind(file, request)) {
      if (event.type === 'entry') isSkipped = event.at < request.from;
      if (isSkipped) continue;
      if (event.type === 'record') {
        hasRecords = true;
        left -= sizeOf(event.record.content);
      }
      if (left < 0) {
        yield { type: 'problem', problem: t('reading.too-much-text', { limit: maxContentBytes / 2 ** 20 }) };
        break;
      }
      yield event;
    }
    yield { type: 'end' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!hasRecords && request.from === 0) return yield { type: 'refused', code: error.code, errors: error.errors };
    yield {
      type: 'problem',
      problem: t('reading.file', { problem: Object.values(error.errors).flat().join(', ') }),
    };
    yield { type: 'end' };
  }
}

const sizeOf = (content: object | null) => (content === null ? 0 : JSON.stringify(content).length);

async function* findKind(file: OpenFile, request: ReadRequest): AsyncGenerator<SourceEvent> {
  const { name, from } = request;
  const head = await readAt(file, 0, headBytes);
  if (head[0] === 0x50 && head[1] === 0x4b) {
    const zip = await openZip(file, archiveLimits(file)).catch(asNull);
    const found = zip && (await findInZip(zip, from));
    if (found) return yield* found;
  } else if (isTarGz(head)) {
    const found = await findPostsInTar(file, from);
    if (found) return yield* found;
  } else if (fstatSync(file.fd).size <= maxFileBytes) {
    const bytes = await readWhole(file);
    const found = findLists(bytes, name) ?? findPostsInJson(bytes, from);
    if (found) return yield* found;
  }
  yield* findRecipeRecords(file, request);
}

async function findInZip(zip: Zip, from: number) {
  return (await findInAccountArchive(zip, from)) ?? (await findListsInZip(zip)) ?? (await findPostsInZip(zip, from));
}

/** Recipes that state no source URL get the URL of their page. */
async function* findRecipeRecords(
  file: OpenFile,
  { name, sourceUrl, from }: SourceOrigin & { from: number },
): AsyncGenerator<SourceEvent> {
  for await (const found of findRecipes(file, sourceUrl === null ? name : null, from, sourceUrl)) {
    if (found.type === 'failed') yield { type: 'record', record: unreadFile(found.name, found.reason) };
    else if (found.type === 'recipe') yield* recordOf(found.recipe, sourceUrl);
    else yield found;
  }
}

function* recordOf(recipe: ImportedRecipe, sourceUrl: string | null): Generator<SourceEvent> {
  const { picture, furtherPictures = [], pictureNames: _, altTexts: __, ...rest } = recipe;
  rest.draft.sourceUrl ??= sourceUrl;
  const { draft, understood } = rest;
  const preview = {
    ...understood,
    lines: draft.ingredients.map(previewIngredient),
    picture: hasPicture(recipe),
    isDraft: isDraft(recipe),
    notUnderstood: problemsOf(recipe).slice(0, maxMessages),
  };
  const { name, sourceUrl: origin, digest } = identify(draft);
  if (picture) yield { type: 'picture', name: '', bytes: picture.bytes, position: null };
  for (const [at, { bytes }] of furtherPictures.entries())
    yield { type: 'picture', name: String(at + 1), bytes, position: null };
  const altTexts = [picture, ...furtherPictures].map((each) => each?.description ?? '');
  const content = { type: 'recipe' as const, recipe: rest, ...(altTexts.some(Boolean) && { altTexts }) };
  yield { type: 'record', record: { kind: 'recipe', name, origin, preview, content, digest, reason: '' } };
}

const problemsOf = ({ notUnderstood, stated }: ImportedRecipe): string[] => [
  ...notUnderstood,
  ...(stated ? detailsFromStated(stated).notUnderstood : []),
];
