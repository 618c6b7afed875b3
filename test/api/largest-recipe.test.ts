/** The largest recipe that is accepted is cheap to show, to scale and to compare. */
import { beforeAll, expect, test } from 'vitest';
import { readObject } from '../../src/federation/objects/object.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { maxStepText } from '../../src/recipe-import/draft.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { getPage } from '../support/get-page.ts';
import { leastOf, onIdleDesktop, processorTime } from '../support/processor-time.ts';

useCast();

/** 1.4 s for the page, and 3.3 to 4.8 s for the difference, of recipes of 1 MB. */
const maxMs = 400;
const phrases = ['bake', '5 min', 'stir', '200 g sugar', 'half an hour', '100 °C', '1/2 cup water', 'salt'];

/** Text of the given length that looks like a method. The same seed gives the same text. */
function text(length: number, seed: number): string {
  let state = seed + 1;
  const written = Array.from({ length: Math.ceil(length / 4) }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return phrases[state % phrases.length];
  });
  return written.join(' ').slice(0, length).trim();
}

const ingredientsOf = (seed: number, noteLength: number) =>
  Array.from({ length: 200 }, (_, at) => ({
    name: `sugar ${text(180, seed + at)}`,
    quantity: at + 1.5,
    unit: 'cup',
    note: text(noteLength, seed + at),
    group: `Group ${at >> 3}`,
  }));
const stepsOf = (seed: number, length: number) =>
  Array.from({ length: 100 }, (_, at) => ({ content: text(length, seed * 1_000 + at), duration: 60 }));
const recipeOf = (seed: number, more: object = {}) => ({
  name: 'Soup',
  locale: 'en',
  serving: 4,
  description: text(10_000, seed),
  ingredients: ingredientsOf(seed, 45),
  steps: stepsOf(seed, maxStepText / 100),
  ...more,
});

let ids: number[] = [];
let path = '';

beforeAll(async () => {
  const made = [];
  for (const seed of [1, 2]) made.push(await as(cast.ann).post('/recipes', { recipe: recipeOf(seed) }));
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  ids = made.map(({ body }) => body.id);
  path = new URL(made[1]!.body.url).pathname;
});

test.each([
  ['the page', () => getPage(path)],
  ['the scaled page', () => getPage(`${path}?serving=9&units=us`)],
  ['cook mode', () => getPage(`${path}/cook`)],
  ['Cooklang', () => getPage(`${path}.cook`)],
  ['the difference', () => getPage(`${path}/difference?from=${ids[0]}`)],
  ['the difference over the API', () => anyone.get(`/recipes/${ids[1]}/difference?from=${ids[0]}`)],
  ['the recipe over the API', () => anyone.get(`/recipes/${ids[1]}`)],
])('%s takes little processor time', async (_, request) => {
  const least = await leastOf(5, maxMs, async () => {
    let status = 0;
    // A difference that was computed before costs nothing.
    emptyCaches();
    const ms = await processorTime(async () => {
      ({ status } = await request());
    });
    expect(status).toBe(200);
    return onIdleDesktop(ms, maxMs);
  });
  expect(least).toBeLessThan(maxMs);
});

test.each([
  ['ingredients', { ingredients: ingredientsOf(1, 120) }],
  ['steps', { steps: stepsOf(1, maxStepText / 100 + 10) }],
])('%s with more text are refused, in new recipes and in changes', async (field, more) => {
  const error = { [field]: [expect.stringContaining('characters in all')] };
  const created = await as(cast.ann).post('/recipes', { recipe: recipeOf(1, more) });
  expect(created).toMatchObject({ status: 422, body: { errors: error } });
  const changed = await as(cast.ann).patch(`/recipes/${ids[0]}`, { recipe: more });
  expect(changed).toMatchObject({ status: 422, body: { errors: error } });
});

test('one long step, and each list at its greatest length, are accepted', async () => {
  const steps = [{ content: text(10_000, 1) }, ...stepsOf(1, 1_000).slice(1)];
  const { status } = await as(cast.ann).post('/recipes', { recipe: recipeOf(1, { steps }) });
  expect(status).toBe(201);
});

test('a remote recipe with more text ends where it gets too long', () => {
  const iri = 'https://peer.example/1';
  const document = (count: number) => ({
    id: iri,
    type: ['Article', 'http://schema.org/Recipe'],
    attributedTo: iri,
    name: 'Soup',
    content: 'x',
    to: 'https://www.w3.org/ns/activitystreams#Public',
    recipeInstructions: Array.from({ length: count }, () => ({ type: 'HowToStep', text: text(9_000, 1) })),
    recipeIngredient: Array.from({ length: 12 * count }, () => `1 g ${text(600, 1)}`),
  });
  const read = (count: number) => {
    const reading = readObject(document(count));
    return reading.ok ? [reading.value.steps.length, reading.value.ingredients.length] : reading.reason;
  };
  expect(read(3)).toEqual([3, 36]);
  expect(read(50)).toEqual([16, 100]);
});
