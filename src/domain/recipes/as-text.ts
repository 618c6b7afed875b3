/** Ingredients and steps as people type them: one ingredient a line, one step a paragraph, and back without loss. */
import type { IngredientDraft, StepDraft, StepLinkDraft } from '../eventables/draft.ts';
import type { Step, StepLink } from '../eventables/eventable.ts';
import { lineOf } from './line.ts';
import { parseDuration } from './reading/duration.ts';

export interface IngredientLine {
  line: string;
  group: string | null;
}

/** A step as it was typed; what it links to stands on lines of its own. */
export interface StepText {
  /** All of it, as it stands in the form. */
  written: string;
  name: string;
  content: string;
  /** Seconds. */
  duration: number | null;
  links: { url: string; serving: number | null }[];
}

const lineFor = (ingredient: IngredientDraft): string =>
  (ingredient.originalText || lineOf(ingredient)).replaceAll(/\s+/g, ' ').trim();

/** `Dough:` heads what follows, `:` what belongs to no group again. */
export function ingredientsToText(ingredients: IngredientDraft[]): string {
  const lines: string[] = [];
  let group: string | null = null;
  for (const ingredient of ingredients) {
    if (ingredient.group !== group)
      lines.push(...(lines.length > 0 ? [''] : []), `${ingredient.group ?? ''}:`);
    group = ingredient.group;
    lines.push(lineFor(ingredient));
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

/** An ingredient whose line is as it was stays what it was, to the last fraction. */
export function keepIngredients(
  lines: IngredientLine[],
  parsed: IngredientDraft[],
  before: IngredientDraft[],
): IngredientDraft[] {
  const known = Map.groupBy(before, lineFor);
  return lines.map(({ line, group }, at) => ({ ...(known.get(line)?.shift() ?? parsed[at]!), group }));
}

const rule = /^---$/m;

const durationText = (seconds: number): string => {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return [h && `${h} h`, m && `${m} min`, s && `${s} s`].filter(Boolean).join(' ') || '0 min';
};

const linkText = ({ url, iri, serving }: StepLink): string[] =>
  url || iri ? [`See: ${url ?? iri}${serving === null ? '' : ` for ${serving}`}`] : [];

function stepToText({ name, content, duration, links }: Step): string {
  return [
    ...(name ? [`## ${name}`] : []),
    ...(content.trim() ? [content.trim().replaceAll(/^---$/gm, '***')] : []),
    ...(duration === null ? [] : [`Time: ${durationText(duration)}`]),
    ...links.flatMap(linkText),
  ].join('\n');
}

/** Apart by blank lines, or by `---` where a step has blank lines of its own. */
export function stepsToText(steps: Step[]): string {
  const texts = steps.map(stepToText);
  return texts.join(texts.some((text) => /\n\s*\n/.test(text)) ? '\n---\n' : '\n\n');
}

export function splitSteps(text: string): StepText[] {
  const parts = rule.test(text) ? text.split(/^---$/m) : text.split(/\n[ \t]*\n/);
  return parts.map((part) => part.trim()).flatMap((part) => (part === '' ? [] : [readStep(part)]));
}

function readStep(written: string): StepText {
  const step: StepText = { written, name: '', content: '', duration: null, links: [] };
  const rest: string[] = [];
  for (const [at, line] of written.split('\n').entries()) {
    const time = /^Time: (.{1,60})$/i.exec(line)?.[1];
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
 * A step whose text is as it was stays what it was. Which ingredients go into a step is not in its text: those it had are
 * found again by their lines.
 */
export function keepSteps(
  texts: StepText[],
  parsed: StepDraft[],
  before: { steps: Step[]; ingredients: IngredientDraft[] },
  ingredients: IngredientDraft[],
): StepDraft[] {
  const known = Map.groupBy(before.steps, stepToText);
  const sameCount = before.steps.length === texts.length;
  const places = new Map(ingredients.map((ingredient, at) => [lineFor(ingredient), at]));
  return texts.map(({ written }, at) => {
    const same = known.get(written)?.shift();
    const former = same ?? (sameCount ? before.steps[at] : undefined);
    const positions = (former?.ingredientPositions ?? []).flatMap((position) => {
      const ingredient = before.ingredients[position];
      return ingredient ? (places.get(lineFor(ingredient)) ?? []) : [];
    });
    return { ...(same ? toDraft(same) : parsed[at]!), ingredientPositions: [...new Set(positions)] };
  });
}

const toDraft = ({ name, content, duration, links }: Step): StepDraft => ({
  name,
  content,
  duration,
  ingredientPositions: [],
  links: links.flatMap(({ id, type, iri, serving }): StepLinkDraft[] => {
    if (id !== null && type !== null) return [{ target: { id, type }, serving }];
    return iri === null ? [] : [{ target: { iri }, serving }];
  }),
});
