/** Converts steps to and from schema.org HowToStep, with links and ingredient positions in our own terms. */
import type { Step, StepLink } from '../../domain/items/eventable.ts';
import { toDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html/html.ts';
import type { StepDraft, StepLinkDraft } from '../../recipe-import/draft.ts';
import { parseDuration } from '../../recipe-import/duration.ts';
import { readSteps } from '../../recipe-import/step-list.ts';
import {
  iriOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  numberOf,
  stringOf,
  typesOf,
} from '../json-ld/json.ts';
import { limits } from './remote-object.ts';
import { readSource, toSource } from './source.ts';

export const toInstruction = (step: Step, index: number): JsonObject => {
  const links = step.links.filter((link) => link.iri !== null).map(toLink);
  return {
    type: 'HowToStep',
    position: index + 1,
    ...(step.name !== '' && { name: step.name }),
    text: textOf(step.contentHtml),
    source: toSource(step.content),
    ...(step.duration !== null && { timeRequired: toDuration(step.duration) }),
    ...(step.ingredientPositions.length > 0 && { ingredientPositions: step.ingredientPositions }),
    ...(links.length > 0 && { isBasedOn: links }),
  };
};

const toLink = (link: StepLink): JsonObject => ({
  type: 'CreativeWork',
  id: link.iri,
  ...(link.name !== '' && { name: link.name }),
  ...(link.serving !== null && { serving: link.serving }),
});

/** Reads steps of Potluck servers exactly, and others in any form that schema.org allows. */
export function readStepList(object: JsonObject, ingredientCount: number): StepDraft[] {
  const entries = listOf(member(object, 'recipeInstructions'));
  const exact = entries.filter((step) => isObject(step) && readSource(step) !== null);
  if (entries.length === 0 || exact.length < entries.length)
    return readSteps(entries.map(withSchemaNames), []);

  return exact
    .filter(isObject)
    .slice(0, limits.steps)
    .map((step) => readExact(step, ingredientCount));
}

function readExact(step: JsonObject, ingredientCount: number): StepDraft {
  const positions = listOf(member(step, 'ingredientPositions'))
    .map(numberOf)
    .filter((position) => position !== null && Number.isInteger(position) && position < ingredientCount);

  return {
    name: stringOf(member(step, 'name'), limits.name) ?? '',
    content: readSource(step, limits.step) ?? '',
    duration: parseDuration(stringOf(member(step, 'timeRequired'), 100)),
    ingredientPositions: positions as number[],
    links: listOf(member(step, 'isBasedOn'))
      .map(readLink)
      .filter((link) => link !== null)
      .slice(0, limits.links),
  };
}

function readLink(link: unknown): StepLinkDraft | null {
  const iri = iriOf(link);
  const serving = isObject(link) ? readServingCount(member(link, 'serving')) : null;
  return iri === null ? null : { target: { iri }, serving };
}

/** Returns an integer from 1 to 2³¹ − 1, or null. */
export function readServingCount(value: unknown): number | null {
  const count = numberOf(value);
  return count !== null && Number.isInteger(count) && count > 0 && count <= 2 ** 31 - 1 ? count : null;
}

const withSchemaNames = (step: unknown): unknown =>
  isObject(step) ? { ...step, '@type': typesOf(step) } : step;
