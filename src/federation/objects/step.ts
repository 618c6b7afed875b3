/** Steps as schema.org directions, with the links and places that only we know in terms of ours. */
import type { StepDraft, StepLinkDraft } from '../../domain/eventables/draft.ts';
import type { Step, StepLink } from '../../domain/eventables/eventable.ts';
import { parseDuration } from '../../domain/recipes/reading/duration.ts';
import { readSteps } from '../../domain/recipes/reading/step-list.ts';
import { toDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html.ts';
import { iriOf, isObject, type JsonObject, listOf, member, numberOf, stringOf, typesOf } from '../json.ts';
import { caps } from './remote-object.ts';
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

/** Ours as they are; those of others in whatever shape schema.org allows. */
export function readStepList(object: JsonObject, ingredientCount: number): StepDraft[] {
  const given = listOf(member(object, 'recipeInstructions'));
  const ours = given.filter((step) => isObject(step) && readSource(step) !== null);
  if (given.length === 0 || ours.length < given.length) return readSteps(given.map(withSchemaNames), []);

  return ours
    .filter(isObject)
    .slice(0, caps.steps)
    .map((step) => readOurs(step, ingredientCount));
}

function readOurs(step: JsonObject, ingredientCount: number): StepDraft {
  const positions = listOf(member(step, 'ingredientPositions'))
    .map(numberOf)
    .filter((position) => position !== null && Number.isInteger(position) && position < ingredientCount);

  return {
    name: stringOf(member(step, 'name'), caps.name) ?? '',
    content: readSource(step, caps.step) ?? '',
    duration: parseDuration(stringOf(member(step, 'timeRequired'), 100)),
    ingredientPositions: positions as number[],
    links: listOf(member(step, 'isBasedOn'))
      .map(readLink)
      .filter((link) => link !== null)
      .slice(0, caps.links),
  };
}

function readLink(link: unknown): StepLinkDraft | null {
  const iri = iriOf(link);
  const serving = isObject(link) ? readServingCount(member(link, 'serving')) : null;
  return iri === null ? null : { target: { iri }, serving };
}

/** An integer of at least 1 that fits the column. */
export function readServingCount(value: unknown): number | null {
  const count = numberOf(value);
  return count !== null && Number.isInteger(count) && count > 0 && count <= 2 ** 31 - 1 ? count : null;
}

const withSchemaNames = (step: unknown): unknown =>
  isObject(step) ? { ...step, '@type': typesOf(step) } : step;
