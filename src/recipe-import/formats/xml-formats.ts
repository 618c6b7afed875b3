/** Reads recipes from XML, in the format that its outermost element names. */
import { type MessageKey, t } from '../../lib/language/text.ts';
import { readPage } from '../html-page.ts';
import type { ImportedRecipe } from '../import-result.ts';
import {
  attributeOf,
  elementIn,
  elementsIn,
  type MarkupElement,
  readRecords,
  rootOf,
  textIn,
  textOf,
} from '../markup-records.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { toPlainLines } from '../rich-text.ts';
import { readRecipe } from '../schema-org.ts';
import { readCookMl } from './cookml.ts';
import { type FoundInFile, foundCut, unreadEntry } from './found.ts';
import { readGourmet } from './gourmet.ts';
import { readLivingCookbook } from './living-cookbook.ts';
import { readMasterCook } from './mastercook.ts';
import { readTextRecipe } from './plain-text.ts';

interface XmlFormat {
  format: string;
  /** The outermost element in all versions, in lower case as all names. */
  roots: string[];
  /** The element of one recipe. */
  record: string;
  read: (record: MarkupElement) => ImportedRecipe | null;
  /** Why a record is no recipe. */
  reason?: MessageKey;
}

const formats: XmlFormat[] = [
  { format: 'MasterCook', roots: ['mx2'], record: 'rcpe', read: readMasterCook },
  { format: 'Cookmate', roots: ['cookbook'], record: 'recipe', read: readCookmate },
  { format: 'Gourmet', roots: ['gourmetdoc'], record: 'recipe', read: readGourmet },
  { format: 'Living Cookbook', roots: ['fdx', 'fdxz', 'hixz'], record: 'recipe', read: readLivingCookbook },
  { format: 'CookML', roots: ['cookml'], record: 'recipe', read: readCookMl },
  {
    format: 'Evernote',
    roots: ['en-export'],
    record: 'note',
    read: readEvernote,
    reason: 'reading.no-recipe-in-text',
  },
];

/** Returns null for XML of another kind. */
export function findInXml(text: string): Generator<FoundInFile> | null {
  const root = rootOf(text);
  const format = root === null ? undefined : formats.find(({ roots }) => roots.includes(root));
  return format ? found(text, format) : null;
}

function* found(text: string, { format, record, read, reason }: XmlFormat): Generator<FoundInFile> {
  yield { type: 'format', format };
  const records = readRecords(text, { isXml: true, isRecord: (name) => name === record });
  let next = records.next();
  while (!next.done) {
    const element = next.value;
    yield unreadEntry(nameOf(element), () => read(element), reason && t(reason));
    next = records.next();
  }
  const { isCut, cut } = next.value;
  if (isCut) yield foundCut(cut ? nameOf(cut) : '');
}

const nameOf = (element: MarkupElement): string =>
  attributeOf(element, 'name', 'title') || textIn(element, 'title') || attributeOf(elementIn(element, 'head'), 'title');

// Notes of Evernote: pages or texts in XML, with their pictures

/** Returns null for a note without a recipe. */
function readEvernote(note: MarkupElement): ImportedRecipe | null {
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

// Cookmate, formerly My CookBook: XML in a zip with its pictures

function readCookmate(recipe: MarkupElement): ImportedRecipe | null {
  const images = [...elementsIn(recipe, 'imagepath'), ...elementsIn(recipe, 'imageurl')].map(textOf);
  const source = textIn(recipe, 'source');
  const read = readRecipe({
    name: textIn(recipe, 'title'),
    description: linesOf(recipe, 'description').join('\n\n'),
    recipeYield: textIn(recipe, 'quantity') || undefined,
    recipeIngredient: linesOf(recipe, 'ingredient'),
    recipeInstructions: linesOf(recipe, 'recipetext'),
    nutrition: linesOf(recipe, 'nutrition').join('\n'),
    prepTime: textIn(recipe, 'preptime'),
    cookTime: textIn(recipe, 'cooktime'),
    totalTime: textIn(recipe, 'totaltime'),
    recipeCategory: elementsIn(recipe, 'category').map(textOf),
    keywords: elementsIn(recipe, 'tag').map(textOf),
    inLanguage: textIn(recipe, 'lang') || undefined,
    isBasedOn: textIn(recipe, 'url') || undefined,
    video: textIn(recipe, 'video') || undefined,
    author: source === '' || /^https?:/i.test(source) ? undefined : source,
    image: images.filter(Boolean),
  });
  return addNote(read, starsOf(textIn(recipe, 'rating')), linesOf(recipe, 'comments').join('\n'));
}

/** Newer versions write each line into an element. */
function linesOf(recipe: MarkupElement, name: string): string[] {
  const items = elementsIn(elementIn(recipe, name), 'li').map(textOf);
  return (items.length > 0 ? items : textIn(recipe, name).split('\n')).map((line) => line.trim()).filter(Boolean);
}
