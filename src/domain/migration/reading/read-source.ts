/** Reads the source of an import entry by entry, without a database. Runs in a process of its own, because strangers choose the source. */
import { fstatSync } from 'node:fs';
import { type OpenFile, readAt } from '../../../lib/archive/open-file.ts';
import { isTarGz } from '../../../lib/archive/untar.ts';
import { openZip, type Zip } from '../../../lib/archive/unzip.ts';
import { DomainError } from '../../../lib/errors.ts';
import { t } from '../../../lib/language/text.ts';
import { detailsFromStated } from '../../../recipe-import/details-from-stated.ts';
import { archiveLimits, maxFileBytes } from '../../../recipe-import/formats/archive.ts';
import { hasPicture, type ImportedRecipe, isDraft } from '../../../recipe-import/import-result.ts';
import { previewIngredient } from '../../../recipe-import/ingredient-preview.ts';
import { findRecipes, readWhole } from '../../../recipe-import/read-file.ts';
import { identify } from '../recipe-digest.ts';
import { findInAccountArchive } from './account-archive.ts';
import type { ReadRequest, SourceEvent, SourceOrigin } from './events.ts';
import { findLists, findListsInZip } from './lists.ts';
import { findPostsInJson, findPostsInTar, findPostsInZip } from './posts.ts';

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
    if (!hasRecords && request.from === 0)
      return yield { type: 'refused', code: error.code, errors: error.errors };
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

const asNull = (error: unknown) => {
  if (error instanceof DomainError) return null;
  throw error;
};

async function findInZip(zip: Zip, from: number) {
  return (
    (await findInAccountArchive(zip, from)) ??
    (await findListsInZip(zip)) ??
    (await findPostsInZip(zip, from))
  );
}

/** Recipes that state no source URL get the URL of their page. */
async function* findRecipeRecords(
  file: OpenFile,
  { name, sourceUrl, from }: SourceOrigin & { from: number },
): AsyncGenerator<SourceEvent> {
  for await (const found of findRecipes(file, sourceUrl === null ? name : null, from)) {
    if (found.type === 'failed') {
      const { name: file, reason } = found;
      const record = { kind: 'file' as const, name: file, origin: null, preview: null, content: null };
      yield { type: 'record', record: { ...record, digest: null, reason } };
    } else if (found.type === 'recipe') yield* recordOf(found.recipe, sourceUrl);
    else yield found;
  }
}

function* recordOf(recipe: ImportedRecipe, sourceUrl: string | null): Generator<SourceEvent> {
  const { picture, ...rest } = recipe;
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
  const content = { type: 'recipe' as const, recipe: rest };
  yield { type: 'record', record: { kind: 'recipe', name, origin, preview, content, digest, reason: '' } };
}

const problemsOf = ({ notUnderstood, stated }: ImportedRecipe): string[] => [
  ...notUnderstood,
  ...(stated ? detailsFromStated(stated).notUnderstood : []),
];
