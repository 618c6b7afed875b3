/** Says what this server reads of a document of another one. */
import { InvalidArgumentError } from 'commander';
import { member } from '../federation/json-ld/json.ts';
import { readObject } from '../federation/objects/object.ts';
import type { RemoteObject } from '../federation/objects/remote-object.ts';
import { failureOf, fetchJsonOfPage, newBudget } from '../federation/resolve/fetch.ts';
import { originOf } from '../lib/iris.ts';
import type { Rational } from '../recipe-import/draft.ts';
import { CommandFailure, type Print } from './command.ts';
import { withDatabase } from './database.ts';

/** Fetches the document as the server does, signed, and stores nothing. */
export const federationCheck = async (print: Print, url: string) => {
  if (originOf(url) === null) throw new InvalidArgumentError(`${url} is not an http(s) URL`);
  const json = await withDatabase(() => fetchJsonOfPage(url, newBudget())).catch((error: Error) => {
    throw failureOf(error) === null ? error : new CommandFailure(`${url} cannot be read: ${error.message}`);
  });
  const reading = readObject(json);
  if (!reading.ok) throw new CommandFailure(`the document ${reading.reason}`);

  const understood = describe(reading.value);
  const { kind, name, ingredients, steps, details, ...more } = understood;
  print(`${kind} “${name}” by ${more.author}, ${more.visibility}`);
  for (const { name: food, amount, maxAmount, unit, note } of ingredients)
    print(`  ingredient: ${[textOf(amount, maxAmount), unit, food, note && `(${note})`].filter(Boolean).join(' ')}`);
  for (const [at, { text, duration }] of steps.entries())
    print(`  step ${at + 1}: ${text.slice(0, 80)}${duration === null ? '' : ` (${duration} s)`}`);
  for (const [label, value] of Object.entries({ ...more, ...details }))
    if (value !== null && String(value) !== '') print(`  ${label}: ${JSON.stringify(value)}`);
  const hints = hintsFor(reading.value, member(json, 'supply') !== undefined, member(json, 'content') !== undefined);
  for (const hint of hints) print(`hint: ${hint}`);
  return { ...understood, hints };
};

/** Amounts are `[numerator, denominator]`, durations seconds. */
export const describe = (item: RemoteObject) => ({
  kind: item.type,
  name: item.name,
  author: item.authorIri,
  visibility: item.visibility,
  serving: item.serving,
  servingType: item.servingType,
  prepTime: item.prepTime,
  cookTime: item.cookTime,
  ingredients: item.ingredients.map(({ quantity, quantityMax, originalText: _, ...ingredient }) => ({
    ...ingredient,
    amount: toPair(quantity),
    maxAmount: toPair(quantityMax),
  })),
  steps: item.steps.map(({ name, content, duration, ingredientPositions, links }) => ({
    name,
    text: content,
    duration,
    ingredients: ingredientPositions,
    recipes: links.flatMap(({ target }) => ('iri' in target ? [target.iri] : [])),
  })),
  details: item.details,
  recipe: item.recipeIri,
  forkedFrom: item.forkedFromIri,
  sourceUrl: item.sourceUrl,
  preparedAt: item.preparedAt?.toISOString() ?? null,
  rating: item.rating,
  tags: item.hashtags ?? item.tags,
  pictures: item.media.map(({ url, description }) => ({ url, description })),
});

type Pair = [numerator: number, denominator: number];

const toPair = (amount: Rational | null): Pair | null => amount && [amount.numerator, amount.denominator];

const textOf = (amount: Pair | null, max: Pair | null): string =>
  [amount, max].flatMap((pair) => (pair ? [pair[1] === 1 ? `${pair[0]}` : pair.join('/')] : [])).join('–');

/** What the author of the other server may want to change. */
function hintsFor(
  { type, ingredients, steps, media }: RemoteObject,
  hasSupply: boolean,
  hasContent: boolean,
): string[] {
  const isPost = type === 'status';
  const hints: [applies: boolean, hint: string][] = [
    [isPost, 'it is read as a post: additionalType is none of a recipe, baking or preparation'],
    [!hasContent, 'it has no content: servers that know no recipes show nothing'],
    [!isPost && ingredients.length > 0 && !hasSupply, 'it has no supply: amounts are read from recipeIngredient'],
    [type === 'recipe' && ingredients.length === 0, 'it has no ingredients'],
    [type === 'recipe' && steps.length === 0, 'it has no steps'],
    [media.some(({ description }) => description === ''), 'a picture has no description (name)'],
  ];
  return hints.filter(([applies]) => applies).map(([, hint]) => hint);
}
