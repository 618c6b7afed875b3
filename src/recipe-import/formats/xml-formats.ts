/** Reads recipes from XML, in the format that its outermost element names. */
import type { IngredientDraft } from '../draft.ts';
import { readPage } from '../html-page.ts';
import type { ImportedRecipe } from '../import-result.ts';
import {
  attributeOf,
  elementIn,
  elementsIn,
  findElements,
  type MarkupElement,
  readRecords,
  rootOf,
  textIn,
  textOf,
} from '../markup-records.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { toPlainLines } from '../rich-text.ts';
import { readRecipe } from '../schema-org.ts';
import { type FoundInFile, foundInRecords, type RecordFormat } from './found.ts';
import { readTextRecipe } from './plain-text.ts';
import { creditTo, fromColumns, minutes, readInGroups, withIngredients } from './recipe-fields.ts';

interface XmlFormat extends RecordFormat {
  /** The outermost element in all versions, in lower case as all names. */
  roots: string[];
  /** The element of one recipe. */
  record: string;
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
  if (!format) return null;
  const records = readRecords(text, { isXml: true, isRecord: (name) => name === format.record });
  return foundInRecords(records, format, nameOf);
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

// MasterCook: .mx2, also in a zip as .mz2

function readMasterCook(recipe: MarkupElement): ImportedRecipe | null {
  const ingredients = readInGroups(
    elementsIn(recipe, 'ingr'),
    // S is a subtitle.
    (each) => (attributeOf(each, 'code').toUpperCase() === 'S' ? attributeOf(each, 'name') : null),
    (each, group) =>
      fromColumns({
        amount: attributeOf(each, 'qty'),
        unit: attributeOf(each, 'unit'),
        name: attributeOf(each, 'name'),
        note: textIn(each, 'iprp'),
        group,
      }),
  );
  const serves = elementIn(recipe, 'serv');
  const makes = elementIn(recipe, 'yield');
  const source = textIn(recipe, 'srce');

  const read = withIngredients(
    {
      name: attributeOf(recipe, 'name'),
      description: textIn(recipe, 'desc'),
      recipeYield:
        attributeOf(serves, 'qty') ||
        [attributeOf(makes, 'qty'), attributeOf(makes, 'unit')].join(' ').trim() ||
        undefined,
      recipeInstructions: elementsIn(elementIn(recipe, 'dirs'), 'dirt').map(textOf),
      recipeCategory: elementsIn(elementIn(recipe, 'cats'), 'catt').map(textOf),
      prepTime: attributeOf(elementIn(recipe, 'prpt'), 'elapsed'),
      totalTime: attributeOf(elementIn(recipe, 'ttim'), 'elapsed'),
      nutrition: textIn(recipe, 'nutr'),
      author: attributeOf(recipe, 'author') || undefined,
      publisher: source === '' ? undefined : { name: source },
      image: attributeOf(recipe, 'img') || attributeOf(elementIn(recipe, 'img'), 'src') || undefined,
    },
    ingredients,
  );
  const ratings = elementsIn(elementIn(recipe, 'rats'), 'rate').map((each) => starsOf(attributeOf(each, 'qty')));
  return addNote(read, ratings[0], textIn(recipe, 'note'), textIn(recipe, 'srvi'));
}

// CookML, of Kalorio, Krecipes, Rezeptsuite and other German programs

const textsIn = (element: MarkupElement | undefined, ...names: string[]): string[] =>
  elementsIn(element, ...names)
    .map(textOf)
    .filter(Boolean);

/** Quantities have a decimal point, and 0 stands for none. */
const amountOfCookMl = (element: MarkupElement): string => {
  const amount = attributeOf(element, 'qty');
  return /^0*(?:[.,]0*)?$/.test(amount) ? '' : amount.replace(/[.,]0+$/, '');
};

function readCookMl(recipe: MarkupElement): ImportedRecipe | null {
  const head = elementIn(recipe, 'head');
  const ingredients = elementsIn(recipe, 'part').flatMap((part) =>
    elementsIn(part, 'ingredient').map((each) =>
      fromColumns({
        amount: amountOfCookMl(each),
        unit: attributeOf(each, 'unit'),
        name: attributeOf(each, 'item'),
        note: attributeOf(each, 'preparation') || textIn(each, 'inote', 'ingnote'),
        group: attributeOf(part, 'title') || null,
      }),
    ),
  );
  const read = withIngredients(
    {
      name: attributeOf(head, 'title'),
      description: textsIn(head, 'hint').join('\n'),
      recipeYield: [attributeOf(head, 'servingqty'), attributeOf(head, 'servingtype')].join(' ').trim() || undefined,
      recipeInstructions: elementsIn(recipe, 'preparation').flatMap((each) => textsIn(each, 'step', 'text')),
      prepTime: minutes(attributeOf(head, 'timeprepqty')),
      cookTime: minutes(attributeOf(head, 'timecookqty')),
      totalTime: minutes(attributeOf(head, 'timeallqty')),
      recipeCategory: textsIn(head, 'cat'),
      author: textsIn(head, 'sourceline')[0],
      image: textsIn(head, 'pic').concat(attributeOf(head, 'picname') || []),
      inLanguage: attributeOf(recipe, 'lang') || undefined,
    },
    ingredients,
  );
  addPictures(read, ...textsIn(head, 'picbin'));
  return addNote(read, ...elementsIn(recipe, 'remark').map((each) => textsIn(each, 'line').join('\n') || textOf(each)));
}

// Gourmet Recipe Manager: ingredients in groups

function readGourmet(recipe: MarkupElement): ImportedRecipe | null {
  const list = elementIn(recipe, 'ingredient-list');
  const link = textIn(recipe, 'link');
  const read = withIngredients(
    {
      name: textIn(recipe, 'title'),
      recipeYield: textIn(recipe, 'yields', 'servings') || undefined,
      recipeInstructions: textIn(recipe, 'instructions'),
      prepTime: textIn(recipe, 'preptime'),
      cookTime: textIn(recipe, 'cooktime'),
      recipeCategory: textIn(recipe, 'category'),
      recipeCuisine: textIn(recipe, 'cuisine'),
      isBasedOn: link || undefined,
      ...creditTo(textIn(recipe, 'source'), link),
    },
    (list?.children ?? []).flatMap((each) => (typeof each === 'string' ? [] : readIngredients(each, null))),
  );
  addPictures(read, textIn(recipe, 'image'));
  return addNote(read, starsOf(textIn(recipe, 'rating')), textIn(recipe, 'modifications'));
}

/** A group contains ingredients, and another recipe can stand for one. */
function readIngredients(element: MarkupElement, group: string | null): (IngredientDraft | null)[] {
  if (element.name === 'inggroup') {
    const name = textIn(element, 'groupname') || group;
    return elementsIn(element, 'ingredient', 'ingref').flatMap((each) => readIngredients(each, name));
  }
  const optional = /^(?:yes|true|1)$/i.test(attributeOf(element, 'optional'));
  if (element.name === 'ingref') {
    const name = element.children
      .filter((each) => typeof each === 'string')
      .join('')
      .trim();
    return [fromColumns({ amount: attributeOf(element, 'amount'), name, group, optional })];
  }
  if (element.name !== 'ingredient') return [];
  const [amount, unit, name] = ['amount', 'unit', 'item'].map((each) => textIn(element, each));
  return [fromColumns({ amount, unit, name: name || textIn(element, 'key'), group, optional })];
}

// Living Cookbook: values are attributes

const isHeading = (element: MarkupElement): boolean => /^(?:y|yes|true|1)$/i.test(attributeOf(element, 'heading'));

function readLivingCookbook(recipe: MarkupElement): ImportedRecipe | null {
  // Some versions have a list of them, and others do not.
  const all = (name: string) => [recipe, ...elementsIn(recipe, `${name}s`)].flatMap((each) => elementsIn(each, name));
  const nameOfFood = (each: MarkupElement) => attributeOf(each, 'ingredient') || textOf(each);
  const ingredients = readInGroups(
    all('recipeingredient'),
    (each) => (isHeading(each) ? nameOfFood(each) : null),
    (each, group) => {
      const [amount, unit] = [attributeOf(each, 'quantity'), attributeOf(each, 'unit')];
      return fromColumns({ amount, unit, name: nameOfFood(each), group });
    },
  );
  const steps = all('recipeprocedure').map((each) => {
    const text = textIn(each, 'proceduretext') || attributeOf(each, 'proceduretext') || textOf(each);
    return isHeading(each) ? `## ${text}` : text;
  });
  const web = attributeOf(recipe, 'webpage');
  const author = attributeOf(recipe, 'author');
  const images = findElements(recipe, ({ name }) => name === 'recipeimage' || name === 'recipephoto');

  const read = withIngredients(
    {
      name: attributeOf(recipe, 'name'),
      description: attributeOf(recipe, 'comments', 'description') || textIn(recipe, 'comments'),
      recipeYield: attributeOf(recipe, 'servings') || attributeOf(recipe, 'yield') || undefined,
      recipeInstructions: steps,
      prepTime: minutes(attributeOf(recipe, 'preparationtime')),
      cookTime: minutes(attributeOf(recipe, 'cookingtime')),
      restingTime: minutes(attributeOf(recipe, 'inactivetime')),
      totalTime: minutes(attributeOf(recipe, 'readyintime')),
      recipeCategory: attributeOf(recipe, 'recipetypes').split(/[,;]/),
      ...creditTo(attributeOf(recipe, 'source'), web),
      ...(author !== '' && { author }),
      isBasedOn: web || undefined,
      image: images.map((each) => attributeOf(each, 'filename')).filter(Boolean),
    },
    ingredients,
  );
  addPictures(read, ...images.map(textOf));
  const tips = findElements(recipe, ({ name }) => name === 'tiptext').map(textOf);
  const notes = [attributeOf(recipe, 'authornotes', 'notes'), ...tips];
  return addNote(read, starsOf(attributeOf(recipe, 'rating', 'userrating')), ...notes);
}
