/** Reads a recipe from fields with names in many languages, as in the columns of a table or in front matter. */
import { type Nutrient, nutrients } from '../../db/recipe-details.ts';
import { lazy } from '../../lib/lazy.ts';
import type { ImportedRecipe } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { parseLooseJson } from '../loose-json.ts';
import { withUnit } from '../nutrition-text.ts';
import { addNote, starsOf } from '../pictures-and-notes.ts';
import { toPlainLine } from '../rich-text.ts';
import { readRecipe } from '../schema-org.ts';
import { listWords } from '../words.ts';
import { creditTo } from './recipe-fields.ts';

/** Meanings in words.tsv. */
const partNames = [
  'author',
  'category',
  'cook-time',
  'cuisine',
  'description',
  'diet',
  'difficulty',
  'equipment',
  'image',
  'ingredients',
  'instructions',
  'language',
  'notes',
  'nutrition',
  'prep-time',
  'rating',
  'rest-time',
  'source',
  'tags',
  'title',
  'total-time',
  'url',
  'video',
  'yield',
] as const;
export type FieldName = (typeof partNames)[number] | Nutrient;

export const fieldNameList: FieldName[] = [...partNames, ...nutrients];

const fieldNames = lazy(
  () =>
    new Map<string, FieldName>([
      ...listWords('nutrient').map(({ word, meaning }) => [keyOf(word), meaning as Nutrient] as const),
      ...listWords('recipe-field').map(({ word, meaning }) => [keyOf(word), meaning as FieldName] as const),
      ...fieldNameList.map((name) => [keyOf(name), name] as const),
    ]),
);

/** Returns the meaning of a name such as "Prep Time (min)", `prepTime` or "Zutaten", or null. */
export const fieldNamed = (name: string): FieldName | null => fieldNames().get(keyOf(name.slice(0, 60))) ?? null;

const keyOf = (name: string): string =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/\([^()]*\)/g, ' ')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

/** Of several fields with the same meaning the first that is not empty counts, but tags and categories are joined. */
type NamedFields = Map<FieldName, (string | string[])[]>;

export function toNamedFields(entries: Iterable<readonly [string, string | string[]]>): NamedFields {
  const fields: NamedFields = new Map();
  for (const [name, value] of entries) {
    const field = fieldNamed(name);
    if (field === null || value.length === 0) continue;
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

/** What names a recipe: a title, and ingredients or instructions. */
export const isRecipeFields = (fields: Iterable<FieldName | null>): boolean => {
  const known = new Set(fields);
  return known.has('title') && (known.has('ingredients') || known.has('instructions'));
};

/** The fields in terms of schema.org. Absent fields have no property. */
export function nodeOfFields(fields: NamedFields): Node {
  const first = (name: FieldName) => fields.get(name)?.[0];
  const text = (name: FieldName) => {
    const value = first(name);
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const list = (name: FieldName) => (fields.get(name) ?? []).flat().flatMap((value) => value.split(/[,;^|\n]/));
  const source = toPlainLine(text('source'));
  const url = [text('url'), source].find((value) => /^\s*https?:\/\//i.test(value ?? ''));
  const credit = creditTo(source === url?.trim() ? '' : source, url);
  const facts = nutrients.map((name) => [name, withUnit(name, text(name))] as const);
  const known = facts.filter(([, value]) => value !== undefined);

  const stated: Node = {
    name: text('title'),
    description: text('description'),
    recipeYield: text('yield'),
    recipeIngredient: linesOf(first('ingredients'), /[;|]\s|\|\|/),
    recipeInstructions: linesOf(first('instructions'), /\s\|\s|\|\|/),
    prepTime: text('prep-time'),
    cookTime: text('cook-time'),
    totalTime: text('total-time'),
    restingTime: text('rest-time'),
    recipeCategory: list('category'),
    recipeCuisine: list('cuisine'),
    keywords: list('tags'),
    suitableForDiet: list('diet'),
    tool: list('equipment'),
    difficulty: text('difficulty'),
    nutrition: known.length > 0 ? Object.fromEntries(known) : text('nutrition'),
    author: text('author') ?? credit.author,
    publisher: credit.publisher,
    isBasedOn: url?.trim(),
    image: (fields.get('image') ?? []).flat().flatMap((value) => value.split(/[\n;|]|,\s?(?=https?:)/)),
    video: text('video'),
    inLanguage: text('language'),
  };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => !isAbsent(value)));
}

const isAbsent = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** Adds what is for the owner alone. */
export const withPrivateFields = (recipe: ImportedRecipe | null, fields: NamedFields): ImportedRecipe | null =>
  addNote(recipe, starsOf(fields.get('rating')?.flat()[0]), (fields.get('notes') ?? []).flat().join('\n\n'));

export const readNamedFields = (fields: NamedFields): ImportedRecipe | null =>
  withPrivateFields(readRecipe(nodeOfFields(fields)), fields);

/** A list, a list in JSON or Python, lines, or a text with separators. A single text stays whole. */
function linesOf(value: string | string[] | undefined, separator: RegExp): string | string[] | undefined {
  if (typeof value !== 'string') return value;
  const text = value.slice(0, 100_000).trim();
  if (/^\[\s*["'][\s\S]*["']\s*\]$/.test(text)) {
    const parsed = parseLooseJson(text);
    if (Array.isArray(parsed) && parsed.every((each) => typeof each === 'string')) return parsed;
    return text
      .slice(1, -1)
      .trim()
      .slice(1, -1)
      .split(/["'],\s{0,5}["']/);
  }
  if (text.includes('\n')) return text;
  const parts = text.split(separator).map((part) => part.trim());
  return parts.length > 1 ? parts.filter((part) => part !== '') : text;
}
