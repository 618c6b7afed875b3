/** Reads recipes from notes of Evernote: pages or texts in XML, with their pictures. */
import { addPictures } from '../embedded-pictures.ts';
import { readPage } from '../html-page.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { elementIn, elementsIn, type MarkupElement, textIn, textOf } from '../markup-records.ts';
import { toPlainLines } from '../rich-text.ts';
import { readTextRecipe } from './plain-text.ts';

/** Returns null for a note without a recipe. */
export function readEvernote(note: MarkupElement): ImportedRecipe | null {
  const title = textIn(note, 'title');
  const content = textIn(note, 'content');
  // A heading with the title stands in front, as a page has one.
  const [listed] = readPage(`<h1>${title.replaceAll('<', '&lt;')}</h1>${content}`).recipes;
  const [plain] = listed ? [] : readTextRecipe([title, ...toPlainLines(content)].join('\n'), title).recipes;
  const recipe = listed ?? plain;
  if (!recipe) return null;

  const url = textIn(elementIn(note, 'note-attributes'), 'source-url');
  const { draft } = recipe;
  draft.name = title.slice(0, 200).toWellFormed() || draft.name;
  draft.sourceUrl ??= /^https?:\/\/\S{1,2000}$/i.test(url) ? url : null;
  draft.tags = [...new Set([...draft.tags, ...elementsIn(note, 'tag').map(tagOf)])].filter(Boolean).slice(0, 20);
  return addPictures(recipe, ...elementsIn(note, 'resource').map((each) => textIn(each, 'data')));
}

const tagOf = (element: MarkupElement): string => {
  const tag = textOf(element).toLowerCase();
  return tag.length > 1 && tag.length <= 30 && /\p{L}/u.test(tag) ? tag : '';
};
