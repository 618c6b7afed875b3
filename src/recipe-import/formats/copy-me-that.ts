/** Reads recipes of Copy Me That: one page for all of them, alone or in a zip with its pictures. */
import type { ImportedRecipe } from '../import-result.ts';
import { attributeOf, findElements, hasClass, linesOf, type MarkupElement } from '../markup-records.ts';
import { addNote, starsOf } from '../pictures-and-notes.ts';
import { readRecipe } from '../schema-org.ts';

export const isCopyMeThat = (html: string): boolean =>
  /id\s?=\s?["']?recipeIngredients/.test(html) && /class\s?=\s?["']?recipeIngredient\b/.test(html);

export const isCopyMeThatRecord = (name: string, attributes: Map<string, string>): boolean =>
  name === 'div' && hasClass(attributes, 'recipe');

export function readCopyMeThat(element: MarkupElement): ImportedRecipe | null {
  const byId = new Map<string, MarkupElement>();
  for (const each of findElements(element, ({ attributes }) => attributes.has('id'))) {
    const id = attributeOf(each, 'id');
    if (!byId.has(id)) byId.set(id, each);
  }
  const text = (id: string) => linesOf(byId.get(id)).join(' ');
  const link = byId.get('original_link');
  const url = attributeOf(link, 'href') || text('original_link');
  const categories = findElements(element, ({ attributes }) => hasClass(attributes, 'recipeCategory'));
  const images = findElements(element, ({ name }) => name === 'img').map((each) => attributeOf(each, 'src'));

  const recipe = readRecipe({
    name: text('name'),
    description: linesOf(byId.get('description')).join('\n'),
    recipeYield: text('recipeYield') || text('servings') || undefined,
    recipeIngredient: entriesOf(byId.get('recipeIngredients')),
    recipeInstructions: entriesOf(byId.get('recipeInstructions')),
    keywords: categories.map((each) => linesOf(each).join(' ')),
    isBasedOn: url,
    image: images.filter(Boolean).map((path) => path.replaceAll('\\', '/')),
  });
  return addNote(recipe, starsOf(text('ratingValue')), linesOf(byId.get('recipeNotes')).join('\n'));
}

/** Lines with their headings marked. */
function entriesOf(list: MarkupElement | undefined): string[] {
  const children = (list?.children ?? []).filter((each) => typeof each !== 'string');
  return children
    .map((each) => {
      const line = linesOf(each).join(' ');
      return line !== '' && /_(?:subheader|header)\b/.test(attributeOf(each, 'class'))
        ? `## ${line.replace(/:$/, '')}`
        : line;
    })
    .filter((line) => line !== '');
}
