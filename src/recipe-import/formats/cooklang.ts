/** Reads a recipe in Cooklang (cooklang.org/docs/spec): text in which ingredients, cookware and times are marked. */

import { t } from '../../lib/language/text.ts';
import type { IngredientDraft, StepDraft } from '../draft.ts';
import { type ImportedRecipe, LIMITS, understand } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { readRecipe } from '../schema-recipe.ts';
import { type ParsedMarks, readMarks } from './cooklang-marks.ts';
import { splitMetadata } from './cooklang-metadata.ts';

const MARKED = /(?:^|[\s([])@[^\s@#~{}][^@#~{}\n]{0,80}\{[^{}\n]{0,80}\}/;
const NOTED = /^>>\s?[\p{L}][\p{L} ._-]{0,40}:/mu;
const TAG = /<(?:!doctype|html|head|body|script|meta|div|p|article)\b/i;

/** Guesses by typical marks, because the format has no signature. */
export function isCooklang(text: string): boolean {
  return !TAG.test(text) && (MARKED.test(text) || NOTED.test(text));
}

/** `name` is the file name, which is the title of a Cooklang recipe. */
export function readCooklang(text: string, name: string | null): ImportedRecipe | null {
  const { metadata, body } = splitMetadata(text);
  const { ingredients, steps, notes } = readBody(body);
  const meta = (...keys: string[]) => keys.map((key) => metadata.get(key)).find((value) => value);
  const node: Node = {
    name: meta('title', 'name') ?? name,
    description: [meta('description', 'introduction'), ...notes].filter(Boolean).join('\n\n'),
    recipeYield: meta('servings', 'serves', 'yield'),
    prepTime: meta('prep time', 'time.prep'),
    cookTime: meta('cook time', 'time.cook'),
    totalTime: meta('time', 'time required', 'duration', 'total time'),
    difficulty: meta('difficulty'),
    keywords: meta('tags', 'tag'),
    recipeCategory: meta('course', 'category'),
    recipeCuisine: meta('cuisine'),
    isBasedOn: meta('source', 'source.url', 'source url'),
    author: meta('author', 'source.author'),
    inLanguage: meta('locale', 'language'),
    // Placeholders: the parts are parsed already, and only their presence matters.
    recipeIngredient: ingredients.slice(0, 1).map(() => 'x'),
    recipeInstructions: steps.slice(0, 1).map(() => 'x'),
  };

  const read = readRecipe(node);
  if (!read || (steps.length === 0 && ingredients.length === 0)) return read;
  if (ingredients.length > LIMITS.ingredients || steps.length > LIMITS.steps) {
    read.notUnderstood.push(
      t('reading.very-long-recipe', { ingredients: LIMITS.ingredients, steps: LIMITS.steps }),
    );
  }
  const limited = ingredients.slice(0, LIMITS.ingredients);
  const draft = {
    ...read.draft,
    ingredients: limited,
    steps: steps.slice(0, LIMITS.steps).map((step) => withinLimits(step, limited.length)),
  };
  return {
    ...read,
    draft,
    ...understand(draft),
    notUnderstood: read.notUnderstood.filter(
      (sentence) => !/^(?:ingredient |\d+ (?:ingredients|steps): )/.test(sentence),
    ),
  };
}

const withinLimits = (step: StepDraft, count: number): StepDraft => ({
  ...step,
  content: step.content.slice(0, LIMITS.stepContent).toWellFormed(),
  ingredientPositions: step.ingredientPositions.filter((position) => position < count),
});

interface Body {
  ingredients: IngredientDraft[];
  steps: StepDraft[];
  notes: string[];
}

function readBody(text: string): Body {
  const body: Body = { ingredients: [], steps: [], notes: [] };
  const firstPosition = new Map<string, number>();
  let section: string | null = null;
  let isNew = false;

  for (const paragraph of paragraphsOf(text)) {
    if (body.steps.length > LIMITS.steps || body.ingredients.length > LIMITS.ingredients) break;
    const heading = /^=+\s*([^=]{1,200}?)\s*=*$/.exec(paragraph)?.[1];
    if (heading) {
      section = heading;
      isNew = true;
    } else if (paragraph.startsWith('>')) {
      body.notes.push(paragraph.replace(/^>\s?/, ''));
    } else {
      const found = readMarks(paragraph, section);
      const step = toStep(found, isNew && section ? section : '', body.ingredients, firstPosition);
      // A paragraph can list ingredients only.
      if (step.content !== '') body.steps.push(step);
      isNew = false;
    }
  }
  return body;
}

/** A second mention without an amount is the same ingredient. `firstPosition` maps names to positions. */
function toStep(
  { content, seconds, ingredients }: ParsedMarks,
  name: string,
  known: IngredientDraft[],
  firstPosition: Map<string, number>,
): StepDraft {
  const positions = ingredients.map((each) => {
    const again = each.quantity === null ? firstPosition.get(each.name) : undefined;
    const position = again ?? known.push(each) - 1;
    if (!firstPosition.has(each.name)) firstPosition.set(each.name, position);
    return position;
  });
  return {
    name,
    content,
    duration: seconds || null,
    ingredientPositions: [...new Set(positions)],
    links: [],
  };
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.join(' '));
    lines = [];
  };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const alone = line.startsWith('=') || line.startsWith('>');
    if (line === '' || alone) end();
    if (alone) paragraphs.push(line);
    else if (line !== '') lines.push(line);
  }
  end();
  return paragraphs.slice(0, 1_000);
}
