/** Writes all recipes of a member as a zip of Markdown files with their pictures. */
import type { ZipWriter } from '../../lib/archive/zip.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import type { Eventable, Recipe } from '../items/eventable.ts';
import { listOwn } from '../items/read.ts';
import { toMarkdownFile } from '../recipes/markdown.ts';
import { writePicture } from './archive/write.ts';

export interface LibraryProgress {
  recipes: number;
}

const batchSize = 40;

/** Lists the member's own recipes, oldest first. One batch is in memory at a time. */
export async function* iterateRecipes(
  accountId: number,
  publications: Eventable['publication'][] | null = null,
): AsyncGenerator<Recipe> {
  for (let minId = 0; ; ) {
    const page = { ...firstPage, limit: batchSize, minId, order: 'asc' as const };
    const recipes = await listOwn('recipe', accountId, page, publications);
    yield* recipes;
    if (recipes.length < batchSize) return;
    minId = recipes.at(-1)!.id;
  }
}

/** Drafts come with it. A picture that is gone is left out. */
export async function writeMarkdownLibrary(
  accountId: number,
  zip: ZipWriter,
  report: (progress: LibraryProgress) => Promise<void> = async () => {},
): Promise<void> {
  const headings = { ingredients: t('difference.ingredients'), steps: t('difference.method') };
  let recipes = 0;
  for await (const recipe of iterateRecipes(accountId)) {
    const pictures: { file: string; description: string }[] = [];
    for (const { key, description } of recipe.media) {
      const name = `images/${key}.webp`;
      if (await writePicture(key, zip, { name })) pictures.push({ file: `../${name}`, description });
    }
    const name = recipe.slug ?? `${recipe.id}.draft`;
    await zip.add(`recipes/${name}.md`, [Buffer.from(toMarkdownFile(recipe, { headings, pictures }))]);
    recipes += 1;
    await report({ recipes });
  }
}
