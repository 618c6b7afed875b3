/** Reads a recipe in Cooklang (cooklang.org/docs/spec): text in which ingredients, cookware and times are marked. */
import type { IngredientDraft, StepDraft } from '../../../eventables/draft.ts';
import { CAPS, type ImportedRecipe } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { readRecipe } from '../schema-recipe.ts';
import { type Found, readMarks } from './cooklang-marks.ts';
import { splitMetadata } from './cooklang-metadata.ts';

const MARKED = /(?:^|[\s([])@[^\s@#~{}][^@#~{}\n]{0,80}\{[^{}\n]{0,80}\}/;
const NOTED = /^>>\s?[\p{L}][\p{L} ._-]{0,40}:/mu;
const TAG = /<(?:!doctype|html|head|body|script|meta|div|p|article)\b/i;

/** By what it looks like, for it has no signature. */
export function isCooklang(text: string): boolean {
  return !TAG.test(text) && (MARKED.test(text) || NOTED.test(text));
}

/** `name` is the file's, for the format gives titles no place of their own. */
export function readCooklang(text: string, name: string | null): ImportedRecipe | null {
  const { metadata, body } = splitMetadata(text);
  const { ingredients, steps, notes } = readBody(body);
  const given = (...keys: string[]) => keys.map((key) => metadata.get(key)).find((value) => value);
  const node: Node = {
    name: given('title', 'name') ?? name,
    description: [given('description', 'introduction'), ...notes].filter(Boolean).join('\n\n'),
    recipeYield: given('servings', 'serves', 'yield'),
    prepTime: given('prep time', 'time.prep'),
    cookTime: given('cook time', 'time.cook'),
    totalTime: given('time', 'time required', 'duration', 'total time'),
    keywords: given('tags', 'tag'),
    recipeCategory: given('course', 'category'),
    recipeCuisine: given('cuisine'),
    isBasedOn: given('source', 'source.url', 'source url'),
    inLanguage: given('locale', 'language'),
    // They are read already; it only matters whether there are any.
    recipeIngredient: ingredients.slice(0, 1).map(() => 'x'),
    recipeInstructions: steps.slice(0, 1).map(() => 'x'),
  };

  const read = readRecipe(node);
  if (!read || steps.length === 0) return read;
  if (ingredients.length > CAPS.ingredients || steps.length > CAPS.steps) {
    read.notUnderstood.push(
      `a very long recipe: only the first ${CAPS.ingredients} ingredients and ${CAPS.steps} steps were taken.`,
    );
  }
  const kept = ingredients.slice(0, CAPS.ingredients);
  return {
    draft: {
      ...read.draft,
      ingredients: kept,
      steps: steps.slice(0, CAPS.steps).map((step) => fitting(step, kept.length)),
    },
    understood: {
      ingredients: kept.length,
      withQuantity: kept.filter(({ quantity }) => quantity !== null).length,
      steps: Math.min(steps.length, CAPS.steps),
    },
    notUnderstood: read.notUnderstood.filter(
      (sentence) => !/^(?:ingredient |\d+ (?:ingredients|steps): )/.test(sentence),
    ),
  };
}

const fitting = (step: StepDraft, count: number): StepDraft => ({
  ...step,
  content: step.content.slice(0, CAPS.stepContent).toWellFormed(),
  ingredientPositions: step.ingredientPositions.filter((position) => position < count),
});

interface Body {
  ingredients: IngredientDraft[];
  steps: StepDraft[];
  notes: string[];
}

function readBody(text: string): Body {
  const body: Body = { ingredients: [], steps: [], notes: [] };
  const places = new Map<string, number>();
  let section: string | null = null;
  let isNew = false;

  for (const paragraph of paragraphsOf(text)) {
    if (body.steps.length > CAPS.steps || body.ingredients.length > CAPS.ingredients) break;
    const heading = /^=+\s*([^=]{1,200}?)\s*=*$/.exec(paragraph)?.[1];
    if (heading) {
      section = heading;
      isNew = true;
    } else if (paragraph.startsWith('>')) {
      body.notes.push(paragraph.replace(/^>\s?/, ''));
    } else {
      const found = readMarks(paragraph, section);
      body.steps.push(toStep(found, isNew && section ? section : '', body.ingredients, places));
      isNew = false;
    }
  }
  return body;
}

/** Mentioned again without an amount, it is the same ingredient. `places` are where each name came first. */
function toStep(
  { content, seconds, ingredients }: Found,
  name: string,
  known: IngredientDraft[],
  places: Map<string, number>,
): StepDraft {
  const positions = ingredients.map((each) => {
    const again = each.quantity === null ? places.get(each.name) : undefined;
    const place = again ?? known.push(each) - 1;
    if (!places.has(each.name)) places.set(each.name, place);
    return place;
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
