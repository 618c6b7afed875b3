/** Writes a recipe in Cooklang (cooklang.org/docs/spec), so that our own importer reads it back. */
import { convertDetails, detailNames, type RecipeDetails, totalTimeOf } from '../../db/recipe-details.ts';
import { plainDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html/html.ts';
import type { Rational } from '../../recipe-import/draft.ts';
import { detailMetadata } from '../../recipe-import/formats/cooklang.ts';
import type { Ingredient, Recipe, Step } from '../items/eventable.ts';
import { servingText } from './write.ts';

/** `source` is the address of the recipe, and `author` the name of its author. */
export function toCooklang(recipe: Recipe, { source, author }: { source: string; author: string }): string {
  const written = new Set<number>();
  const placed = placeIngredients(recipe);
  const body = recipe.steps.flatMap((step, at) => [
    ...(step.name ? [`== ${lineOf(step.name).replaceAll('=', '-')} ==`] : []),
    writeStep(step, placed[at]!, written),
  ]);
  const list = recipe.ingredients.map((each) => markOf(each, written)).join(', ');
  const alone = recipe.steps.length === 0 && list !== '' ? [`(${list})`] : [];
  const notes = textOf(recipe.contentHtml).split('\n').map(lineOf).filter(Boolean);
  const paragraphs = [...notes.map((line) => `> ${line}`), ...body, ...alone].map(withoutComments);
  return `${[frontMatter(recipe, source, author), ...paragraphs].join('\n\n')}\n`;
}

/**
 * Cooklang has no list of ingredients. One that no step uses goes to the first step that names it, or to the first
 * step.
 */
function placeIngredients({ ingredients, steps }: Recipe): Ingredient[][] {
  const placed = steps.map(({ ingredientPositions }) =>
    ingredientPositions.flatMap((position) => ingredients[position] ?? []),
  );
  const used = new Set(placed.flat());
  const texts = steps.map(({ contentHtml }) => plainText(textOf(contentHtml)));
  for (const ingredient of ingredients.filter((each) => !used.has(each))) {
    const naming = texts.findIndex((text) => findWord(text, nameOf(ingredient)) >= 0);
    placed[Math.max(naming, 0)]?.push(ingredient);
  }
  return placed;
}

type Entry = [name: string, text: string | null];

/** Those for which Cooklang has metadata. */
function detailEntries(details: RecipeDetails): Entry[] {
  const texts = convertDetails(details, {
    seconds: (seconds) => (seconds === null ? null : plainDuration(seconds)),
    texts: (entries) => entries.join(', '),
    diets: (diets) => diets.join(', '),
    nutrition: () => null,
    credit: () => null,
  });
  return detailNames.flatMap((detail): Entry[] => {
    const [name] = detailMetadata[detail];
    return name === undefined ? [] : [[name, texts[detail]]];
  });
}

function frontMatter(recipe: Recipe, source: string, author: string): string {
  const { name, serving, servingType, tags, prepTime, cookTime, locale, details } = recipe;
  const total = prepTime === null || cookTime === null ? totalTimeOf({ prepTime, cookTime, ...details }) : null;
  const entries: Entry[] = [
    ['title', name],
    ['servings', servingType === 'servings' ? String(serving) : servingText(serving, servingType)],
    ['tags', tags.join(', ') || null],
    ['prep time', prepTime === null ? null : plainDuration(prepTime)],
    ['cook time', cookTime === null ? null : plainDuration(cookTime)],
    ...detailEntries({ ...details, totalTime: total }),
    ['locale', locale === 'und' ? null : locale],
    ['author', details.credit?.name ?? author],
    ['source', recipe.sourceUrl ?? source],
  ];
  const lines = entries.flatMap(([key, value]) => (value ? [`${key}: ${yamlText(lineOf(value))}`] : []));
  return ['---', ...lines, '---'].join('\n');
}

/** Quotes what YAML would read as something else than the text. */
function yamlText(text: string): string {
  if (/^[\p{L}\p{N}][^:#'"\\[\]{},&*!|>%@`]*$/u.test(text)) return text;
  if (!/["\\]/.test(text)) return `"${text}"`;
  return text.includes("'") ? `"${text.replaceAll('"', '”').replaceAll('\\', '/')}"` : `'${text}'`;
}

const lineOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Signs of Cooklang in the text get a space behind them, after which they are plain text. */
const plainText = (text: string) =>
  lineOf(text)
    .replaceAll(/[@#~](?=\S)/g, '$& ')
    .replace(/^[>=\s]+/, '');

/** Takes the meaning from signs of comments. */
const withoutComments = (paragraph: string) => paragraph.replaceAll('[-', '[ -').replaceAll(/(?<=^|\s)--+/g, '–');

/** Marks ingredients where the text names them. The others, and the time, follow in parentheses. */
function writeStep({ contentHtml, name, duration }: Step, ingredients: Ingredient[], written: Set<number>): string {
  let text = plainText(textOf(contentHtml)) || plainText(name);
  const behind: string[] = [];
  const marks: string[] = [];
  for (const ingredient of ingredients) {
    const mark = markOf(ingredient, written);
    const at = findWord(text, nameOf(ingredient));
    if (at < 0) behind.push(mark);
    else {
      // A private-use character stands for the mark, so that no name is found inside another mark.
      text = `${text.slice(0, at)}\ue000${text.slice(at + nameOf(ingredient).length)}`;
      marks.splice([...text.slice(0, at).matchAll(/\ue000/g)].length, 0, mark);
    }
  }
  const timer = duration ? timerOf(duration) : null;
  if (timer && text.includes(timer.text)) text = text.replace(timer.text, () => timer.mark);
  else if (timer) behind.push(timer.mark);
  text = text.replaceAll('\ue000', () => marks.shift() ?? '');
  return behind.length > 0 ? `${text} (${behind.join(', ')})` : text;
}

/** Finds a whole word. Returns -1 if there is none. */
function findWord(text: string, word: string): number {
  const isLetter = (at: number) => /[\p{L}\p{N}\p{M}]/u.test(text.charAt(at));
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter(at - 1) && !isLetter(at + word.length)) return at;
  return -1;
}

function timerOf(seconds: number): { text: string; mark: string } {
  const [count, unit] =
    seconds % 3_600 === 0
      ? [seconds / 3_600, seconds === 3_600 ? 'hour' : 'hours']
      : seconds % 60 === 0
        ? [seconds / 60, seconds === 60 ? 'minute' : 'minutes']
        : [seconds, 'seconds'];
  return { text: `${count} ${unit}`, mark: `~{${count}%${unit}}` };
}

const clean = (text: string, signs: RegExp) => lineOf(text.replaceAll(signs, ' '));
const nameOf = ({ name }: Ingredient) => clean(name, /[@#~{}|\ue000]/g) || 'ingredient';

/** An ingredient that was written before is repeated without its amount. */
function markOf(ingredient: Ingredient, written: Set<number>): string {
  const { position, unit, note, optional, scalable } = ingredient;
  if (written.has(position)) return `@${nameOf(ingredient)}{}`;
  written.add(position);
  const amount = [ingredient.quantity, ingredient.quantityMax].flatMap((each) => (each ? numberText(each) : []));
  const unitPart = unit ? `%${clean(unit, /[%{}]/g)}` : '';
  const inside = amount.length > 0 ? `${scalable ? '' : '='}${amount.join('-')}${unitPart}` : unitPart;
  const notes = [note, optional ? 'optional' : ''].filter(Boolean).join(', ');
  const notePart = clean(notes, /[()]/g).slice(0, 200).trim();
  return `@${nameOf(ingredient)}{${inside}}${notePart && `(${notePart})`}`;
}

/** Example: 1 1/2. Large denominators become decimals. */
function numberText({ numerator, denominator }: Rational): string {
  if (denominator === 1) return String(numerator);
  if (denominator > 99) return String(Number((numerator / denominator).toFixed(6)));
  const whole = Math.floor(numerator / denominator);
  return `${whole > 0 ? `${whole} ` : ''}${numerator % denominator}/${denominator}`;
}
