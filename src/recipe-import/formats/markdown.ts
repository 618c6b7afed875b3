/** Reads recipes in Markdown whose front matter states what they are, as of Chowdown and in Obsidian. */
import type { ImportedRecipe } from '../import-result.ts';
import { readRecipe } from '../schema-recipe.ts';
import { readFrontMatter } from './front-matter.ts';
import { nodeOfFields, toNamedFields, withPrivateFields } from './named-fields.ts';
import { readTextRecipe } from './plain-text.ts';
import { withoutBetween } from './text-lines.ts';

const MAX_TEXT = 2 ** 20;
const EMBEDDED = /!\[\[([^[\]\n|]{1,300})(?:\|[^[\]\n]{0,100})?\]\]|!\[[^[\]\n]{0,300}\]\(([^()\s]{1,1000})\)/g;
const WIKI_LINK = /\[\[(?:[^[\]\n|]{1,300}\|)?([^[\]\n|]{1,300})\]\]/g;

/** Returns null without front matter or without a recipe. `name` is the file name without extension. */
export function readMarkdown(text: string, name: string | null): ImportedRecipe | null {
  const matter = readFrontMatter(text.slice(0, MAX_TEXT).replace(/\r\n?/g, '\n'));
  if (!matter) return null;

  const fields = toNamedFields(matter.fields);
  const stated = nodeOfFields(fields);
  const pictures: string[] = [];
  const body = withoutBetween(withoutBetween(matter.body, '%%', '%%'), '<!--', '-->')
    .replace(EMBEDDED, (_, embedded?: string, linked?: string) => {
      if (pictures.length < 10) pictures.push(embedded ?? linked ?? '');
      return '';
    })
    .replace(WIKI_LINK, '$1');
  const image = [...((stated.image as string[] | undefined) ?? []), ...pictures];
  const known = { ...stated, ...(image.length > 0 && { image }) };
  const recipe =
    'recipeIngredient' in stated
      ? readRecipe({ name, description: body.trim(), ...known })
      : (readTextRecipe(body, name, known).recipes[0] ?? null);
  return withPrivateFields(recipe, fields);
}
