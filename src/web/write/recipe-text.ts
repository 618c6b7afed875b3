/** Converts ingredients and steps to the text of the recipe form and back without loss. */

import type { Step, StepLink } from '../../domain/items/eventable.ts';
import { formatIngredient } from '../../domain/recipes/text.ts';
import type { IngredientDraft, StepDraft, StepLinkDraft } from '../../recipe-import/draft.ts';
import { parseDuration } from '../../recipe-import/duration.ts';

interface IngredientLine {
  line: string;
  group: string | null;
}

/** A step as typed in the form. Links have lines of their own. */
interface StepText {
  /** The complete text of the step in the form. */
  written: string;
  name: string;
  content: string;
  /** Seconds. */
  duration: number | null;
  links: { url: string; serving: number | null }[];
}

type WrittenLink = Pick<StepLink, 'id' | 'type' | 'iri' | 'url' | 'serving'>;

/** What the text of a step says. */
type WrittenStep = Pick<Step, 'name' | 'content' | 'duration' | 'ingredientPositions'> & { links: WrittenLink[] };

export const ingredientToText = (ingredient: IngredientDraft): string =>
  (ingredient.originalText || formatIngredient(ingredient)).replaceAll(/\s+/g, ' ').trim();

/** Writes one ingredient per line. `Dough:` starts a group, `:` ends it. */
export function ingredientsToText(ingredients: IngredientDraft[]): string {
  const lines: string[] = [];
  let group: string | null = null;
  for (const ingredient of ingredients) {
    if (ingredient.group !== group) lines.push(...(lines.length > 0 ? [''] : []), `${ingredient.group ?? ''}:`);
    group = ingredient.group;
    lines.push(ingredientToText(ingredient));
  }
  return lines.join('\n');
}

export function splitIngredients(text: string): IngredientLine[] {
  const found: IngredientLine[] = [];
  let group: string | null = null;
  for (const each of text.split('\n')) {
    const line = each.trim();
    if (line.endsWith(':')) group = line.slice(0, -1).trim() || null;
    else if (line !== '') found.push({ line, group });
  }
  return found;
}

/** Keeps the exact ingredient wherever its line did not change. */
export function reuseUnchangedIngredients(
  lines: IngredientLine[],
  parsed: IngredientDraft[],
  before: IngredientDraft[],
): IngredientDraft[] {
  const known = Map.groupBy(before, ingredientToText);
  return lines.map(({ line, group }, at) => ({ ...(known.get(line)?.shift() ?? parsed[at]!), group }));
}

/** `Time`, as the form shows it in each language. */
const timeWords = 'time|zeit|durée|tiempo|tempo|tijd|czas|час|süre|الوقت|समय|時間|시간|时间';
const timeLine = new RegExp(`^(?:${timeWords})\\s?[:：]\\s?(.{1,60})$`, 'iu');

const stepSeparator = /^---$/m;

const durationToText = (seconds: number): string => {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return [h && `${h} h`, m && `${m} min`, s && `${s} s`].filter(Boolean).join(' ') || '0 min';
};

const linkText = ({ url, iri, serving }: WrittenLink): string[] =>
  url || iri ? [`See: ${url ?? iri}${serving === null ? '' : ` for ${serving}`}`] : [];

function stepToText({ name, content, duration, links }: WrittenStep): string {
  return [
    ...(name ? [`## ${name}`] : []),
    ...(content.trim() ? [content.trim().replaceAll(/^---$/gm, '***')] : []),
    ...(duration === null ? [] : [`Time: ${durationToText(duration)}`]),
    ...links.flatMap(linkText),
  ].join('\n');
}

export const stepsToText = (steps: WrittenStep[]): string => joinSteps(steps.map(stepToText));

/** Steps of a recipe that is not stored, whose links name their targets by IRI. */
export const writtenSteps = (steps: StepDraft[]): WrittenStep[] =>
  steps.map((step) => ({
    ...step,
    links: step.links.map(({ target, serving }) => {
      const isKnown = 'id' in target;
      const { id, type } = isKnown ? target : { id: null, type: null };
      return { id, type, iri: isKnown ? null : target.iri, url: null, serving };
    }),
  }));

/** Separates steps by blank lines, or by `---` if a step contains a blank line. */
export function joinSteps(texts: string[]): string {
  return texts.join(texts.some((text) => /\n\s*\n/.test(text)) ? '\n---\n' : '\n\n');
}

export function splitSteps(text: string): StepText[] {
  const parts = stepSeparator.test(text) ? text.split(/^---$/m) : text.split(/\n[ \t]*\n/);
  return parts.map((part) => part.trim()).flatMap((part) => (part === '' ? [] : [readStep(part)]));
}

function readStep(written: string): StepText {
  const step: StepText = { written, name: '', content: '', duration: null, links: [] };
  const rest: string[] = [];
  for (const [at, line] of written.split('\n').entries()) {
    const time = timeLine.exec(line.normalize('NFC'))?.[1];
    const seconds = time === undefined ? null : parseDuration(time);
    const link = /^See: (https?:\/\/\S{1,2000})(?: for ([1-9][0-9]{0,8}))?$/i.exec(line.trimEnd());
    if (at === 0 && line.startsWith('## ')) step.name = line.slice(3).trim();
    else if (seconds !== null) step.duration = seconds;
    else if (link) step.links.push({ url: link[1]!, serving: link[2] ? Number(link[2]) : null });
    else rest.push(line);
  }
  return { ...step, content: rest.join('\n').trim() };
}

/**
 * Keeps the exact step wherever its text did not change. The text does not name a step's ingredients, so earlier ones
 * are found again by their lines.
 */
export function reuseUnchangedSteps(
  texts: StepText[],
  parsed: StepDraft[],
  before: { steps: WrittenStep[]; ingredients: IngredientDraft[] },
  ingredients: IngredientDraft[],
): StepDraft[] {
  const known = Map.groupBy(before.steps, stepToText);
  const sameCount = before.steps.length === texts.length;
  const positionOf = new Map(ingredients.map((ingredient, at) => [ingredientToText(ingredient), at]));
  return texts.map(({ written }, at) => {
    const same = known.get(written)?.shift();
    const former = same ?? (sameCount ? before.steps[at] : undefined);
    const positions = (former?.ingredientPositions ?? []).flatMap((position) => {
      const ingredient = before.ingredients[position];
      return ingredient ? (positionOf.get(ingredientToText(ingredient)) ?? []) : [];
    });
    return { ...(same ? toDraft(same) : parsed[at]!), ingredientPositions: [...new Set(positions)] };
  });
}

const toDraft = ({ name, content, duration, links }: WrittenStep): StepDraft => ({
  name,
  content,
  duration,
  ingredientPositions: [],
  links: links.flatMap(({ id, type, iri, serving }): StepLinkDraft[] => {
    if (id !== null && type !== null) return [{ target: { id, type }, serving }];
    return iri === null ? [] : [{ target: { iri }, serving }];
  }),
});
