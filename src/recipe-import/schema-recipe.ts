/** Converts a schema.org Recipe to a draft. */
import { emptyDetails } from '../db/recipe-details.ts';
import { t } from '../lib/language/text.ts';
import { readEmbedded } from './embedded-pictures.ts';
import { type ImportedRecipe, LIMITS, quote, understand } from './import-result.ts';
import { readIngredients } from './ingredient-list.ts';
import { findProperty, findText, isNode, type Node, toList } from './json-ld.ts';
import { noteOf } from './private-note.ts';
import { readLocale, readSourceUrl, readTags, readTimes } from './recipe-details.ts';
import { toMarkdown, toPlainLine, toPlainLines } from './rich-text.ts';
import { DEFAULT_SERVING_TYPE, readServing } from './serving.ts';
import { type PageAddress, readStatedDetails } from './stated-details.ts';
import { readSteps } from './step-list.ts';

/** Returns null if the node has neither name nor ingredients nor steps. */
export function readRecipe(node: Node, page: PageAddress | null = null): ImportedRecipe | null {
  const notUnderstood: string[] = [];
  const name = readName(node, notUnderstood);
  const description = readDescription(node, notUnderstood);
  const listed =
    fuller(findProperty(node, 'recipeIngredient'), findProperty(node, 'ingredients')) ??
    findProperty(node, 'ingredient', 'supply');
  const ingredients = readIngredients(listed, notUnderstood);
  const steps = readSteps(
    findProperty(node, 'recipeInstructions', 'instructions', 'step', 'steps'),
    notUnderstood,
  ).filter(({ content }) => /\p{L}/u.test(content));

  if (name === null && ingredients.length === 0 && steps.length === 0) return null;
  if (name === null) notUnderstood.push(t('reading.no-name'));
  if (ingredients.length === 0) notUnderstood.push(t('reading.no-ingredients'));
  if (steps.length === 0) notUnderstood.push(t('reading.no-instructions'));

  const draft = {
    name: name ?? t('reading.untitled'),
    description,
    ...readYield(node, notUnderstood),
    visibility: 'public' as const,
    locale: readLocale(findProperty(node, 'inLanguage')),
    ingredients,
    steps,
    tags: readTags(node),
    sourceUrl: readSourceUrl(node),
    ...readTimes(node, notUnderstood),
    details: emptyDetails,
  };

  const counts = understand(draft);
  const privateNote = readAuthorNotes(node);
  return {
    draft,
    ...counts,
    isIncomplete: counts.isIncomplete || name === null,
    notUnderstood,
    stated: readStatedDetails(node, page),
    ...readEmbedded(node),
    ...(privateNote !== '' && { privateNote }),
  };
}

/** RecipeSage exports the notes of a member as a comment. Other comments are of visitors. */
function readAuthorNotes(node: Node): string {
  const comments = toList(findProperty(node, 'comment')).slice(0, 100).filter(isNode);
  const own = comments.find((each) => findProperty(each, 'name') === 'Author Notes');
  return own ? noteOf(findText(findProperty(own, 'text'))) : '';
}

/** Sites that moved from `ingredients` to `recipeIngredient` often fill in only one of them. */
function fuller(current: unknown, former: unknown): unknown {
  return linesIn(former) > linesIn(current) ? former : (current ?? former);
}

function linesIn(value: unknown): number {
  return toList(value)
    .slice(0, 2_000)
    .reduce<number>(
      (sum, each) => sum + (typeof each === 'string' ? toPlainLines(each).length : isNode(each) ? 1 : 0),
      0,
    );
}

function readName(node: Node, notUnderstood: string[]): string | null {
  const name = toPlainLine(findText(findProperty(node, 'name', 'headline', 'alternateName')));
  if (name === '') return null;
  if (name.length <= LIMITS.name) return name;

  notUnderstood.push(t('reading.name-too-long', { limit: LIMITS.name }));
  return name.slice(0, LIMITS.name).toWellFormed().trim();
}

function readDescription(node: Node, notUnderstood: string[]): string {
  const description = toMarkdown(findText(findProperty(node, 'description')));
  if (description.length <= LIMITS.description) return description;

  notUnderstood.push(t('reading.description-too-long', { limit: LIMITS.description }));
  return description.slice(0, LIMITS.description).toWellFormed().trim();
}

function readYield(node: Node, notUnderstood: string[]): { serving: number; servingType: string } {
  const stated = findProperty(node, 'recipeYield', 'yield');
  const read = readServing(stated);
  if (read) return read;

  if (stated !== undefined) {
    notUnderstood.push(t('reading.yield-without-number', { value: quote(findText(toList(stated)) ?? stated) }));
  } else {
    notUnderstood.push(t('reading.no-yield'));
  }
  return { serving: 1, servingType: DEFAULT_SERVING_TYPE };
}
