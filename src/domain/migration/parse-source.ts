/** Parses the source of an import, without a database. Runs in a process of its own, because strangers choose the source. */
import type { Language } from '../../lib/language/languages.ts';
import { detailsFromStated } from '../../recipe-import/details-from-stated.ts';
import { hasPicture, type ImportedRecipe, isDraft } from '../../recipe-import/import-result.ts';
import { type PreviewedIngredient, previewIngredient } from '../../recipe-import/ingredient-preview.ts';
import { type FileResult, readFile } from '../../recipe-import/read-file.ts';
import { type ArchivePreview, previewArchive } from './archive/preview.ts';
import { type ListsPreview, type NamedList, previewLists, readLists } from './lists/preview.ts';
import { type PostsPreview, type PostWithPictures, previewPosts, readPostsFrom } from './posts/archive.ts';
import { identify, type RecipeIdentity } from './recipe-digest.ts';

export interface SourceOrigin {
  /** The name of the file or the URL of the page. */
  name: string;
  /** The URL of a web page; null for a file. */
  sourceUrl: string | null;
}

/** Previews everything, reads lists, or reads recipes from an index on. */
export type ParseTask = { task: 'preview' | 'lists' } | { task: 'posts' | 'recipes'; from: number };
/** Problems are told in this language. */
export type ParseRequest = SourceOrigin & ParseTask & { language: Language };

export interface ParsedRecipe {
  identity: RecipeIdentity;
  understood: ImportedRecipe['understood'];
  /** Empty beyond the first recipes of a large import. */
  lines: PreviewedIngredient[];
  /** One sentence per problem. */
  notUnderstood: string[];
  hasPicture: boolean;
  /** True if it becomes a draft. */
  isDraft: boolean;
}

export interface ParsedSource {
  format: string;
  /** The number of steps of the import. */
  total: number;
  recipes: ParsedRecipe[];
  /** One sentence per problem. */
  problems: string[];
  archive: ArchivePreview | null;
  lists: ListsPreview | null;
  posts: PostsPreview | null;
}

const nothing = { recipes: [], problems: [], archive: null, lists: null, posts: null };

const maxMessages = 50;
/** Of all recipes together, so that a preview stays small. */
const maxLines = 3_000;
/** So that one answer stays small, however large the pictures are. */
const batch = { recipes: 100, pictureBytes: 16 * 2 ** 20 };

/** Throws malformed or too_large. */
export async function parsePreview(bytes: Uint8Array, origin: SourceOrigin): Promise<ParsedSource> {
  const found = await previewArchive(bytes);
  if (found) return { ...nothing, ...found };
  const lists = await previewLists(bytes, origin.name);
  if (lists) return { ...nothing, ...lists };
  const posts = await previewPosts(bytes);
  if (posts) return { ...nothing, ...posts };

  const { format, recipes, problems } = await read(bytes, origin);
  let linesLeft = maxLines;
  const linesOf = ({ draft: { ingredients } }: ImportedRecipe) => {
    linesLeft -= ingredients.length;
    return linesLeft < 0 ? [] : ingredients.map(previewIngredient);
  };
  return {
    ...{ ...nothing, format, total: recipes.length, problems },
    recipes: recipes.map((recipe) => ({
      ...{ identity: identify(recipe.draft), understood: recipe.understood, lines: linesOf(recipe) },
      ...{ hasPicture: hasPicture(recipe), isDraft: isDraft(recipe) },
      notUnderstood: problemsOf(recipe).slice(0, maxMessages),
    })),
  };
}

const problemsOf = ({ notUnderstood, stated }: ImportedRecipe): string[] => [
  ...notUnderstood,
  ...(stated ? detailsFromStated(stated).notUnderstood : []),
];

/** Returns at least one recipe if there is one at `from`. */
export async function parseRecipes(
  bytes: Uint8Array,
  { from, ...origin }: SourceOrigin & { from: number },
): Promise<ImportedRecipe[]> {
  const { recipes } = await read(bytes, origin);
  let left = batch.pictureBytes;
  const wanted = recipes.slice(from, from + batch.recipes);
  const end = wanted.findIndex(({ picture }, at) => {
    left -= picture?.bytes.length ?? 0;
    return left < 0 && at > 0;
  });
  return end < 0 ? wanted : wanted.slice(0, end);
}

/** Throws validation_failed. */
export const parseLists = async (bytes: Uint8Array, { name }: SourceOrigin): Promise<NamedList[]> =>
  (await readLists(bytes, name)) ?? [];

/** Returns at least one post if there is one at `from`. */
export const parsePosts = (bytes: Uint8Array, { from }: { from: number }): Promise<PostWithPictures[]> =>
  readPostsFrom(bytes, from);

/** Recipes that state no source URL get the URL of their page. */
async function read(bytes: Uint8Array, { name, sourceUrl }: SourceOrigin): Promise<FileResult> {
  const result = await readFile(bytes, sourceUrl === null ? name : null);
  for (const { draft } of result.recipes) draft.sourceUrl ??= sourceUrl;
  return result;
}
