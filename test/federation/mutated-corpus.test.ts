/** Real documents that were damaged do no harm, however badly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readActivity } from '../../src/federation/activity.ts';
import { compacted } from '../../src/federation/json-ld/compact.ts';
import { isObject } from '../../src/federation/json-ld/json.ts';
import { readActor } from '../../src/federation/objects/actor.ts';
import { readObject } from '../../src/federation/objects/object.ts';
import { listCorpus, readAnything } from '../support/corpus.ts';
import { leastProcessorTime } from '../support/processor-time.ts';
import { sharedPath } from '../support/shared-documents.ts';

const folder = sharedPath('corpus');

/** Values of wrong types that an attacker may send. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    '\0',
    '\ud800',
    [],
    {},
    [[[]]],
    [null],
    { id: 7 },
    { '@value': [] },
  ),
  fc.constantFrom<unknown>(
    'https://elsewhere.example/x',
    'javascript:alert(1)',
    '2026-13-45T99:99:99Z',
    'as:Public',
    '<b><i>',
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.array(fc.nat(), { maxLength: 3 }),
  fc.constant({ type: ['Note', 5], id: ['https://elsewhere.example/1'], '@id': {}, '@list': 'x' }),
);
const change = fc.record({ place: fc.nat(), value: wrong });

/** The document with some members, however deep, replaced. */
function mutate(json: unknown, changes: { place: number; value: unknown }[]): unknown {
  const copy = structuredClone(json);
  for (const { place, value } of changes) {
    const members = membersOf(copy);
    const [holder, key] = members[place % Math.max(members.length, 1)] ?? [{}, ''];
    holder[key] = structuredClone(value);
  }
  return copy;
}

function membersOf(json: unknown): [Record<string, unknown>, string][] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.keys(json).flatMap((key) => {
    const holder = json as Record<string, unknown>;
    return [[holder, key] as [Record<string, unknown>, string], ...membersOf(holder[key])];
  });
}

async function readTimed(json: unknown) {
  const start = process.threadCpuUsage();
  const readable = await compacted(json, 'https://peer.example/');
  const readings = [
    ...readAnything(readable).map(({ reading }) => reading),
    readObject(readable),
    readActor(readable),
    readActivity(readable),
  ];
  const { user, system } = process.threadCpuUsage(start);
  return { readings, ms: (user + system) / 1_000 };
}

test.skipIf(folder === null)('no damaged document throws, or takes more than 50 ms', async () => {
  const documents = listCorpus(folder!);
  const [warm] = documents;
  await compacted(warm?.json, 'https://peer.example/');
  const mutations = fc.sample(fc.array(change, { minLength: 1, maxLength: 6 }), {
    numRuns: documents.length * 4,
    seed: 20_261_121,
  });
  let slowest = 0;

  for (const [index, changes] of mutations.entries()) {
    const document = documents[index % documents.length]!;
    const damaged = mutate(document.json, changes);

    const { readings, ms } = await readTimed(damaged);
    // A busy machine may take longer once, but not three times.
    const again = ms > 50 ? [await readTimed(damaged), await readTimed(damaged)] : [];
    slowest = Math.max(slowest, Math.min(ms, ...again.map((attempt) => attempt.ms)));

    for (const reading of [readObject(damaged), readActor(damaged)]) {
      // PostgreSQL takes neither NUL nor half of a surrogate pair.
      expect(JSON.stringify(reading), document.path).not.toMatch(/\\u(?:0000|d[89a-f])/);
    }
    for (const reading of readings) {
      expect(reading.ok || reading.reason !== '', document.path).toBe(true);
    }
  }
  expect(slowest).toBeLessThan(50);
});

test('documents made to be large are read in bounded time', () => {
  const many = <T>(entry: T) => Array.from({ length: 10_000 }, () => entry);
  const note = {
    id: 'https://elsewhere.example/1',
    type: 'Note',
    attributedTo: 'https://elsewhere.example/users/bob',
    content: '<p>'.repeat(100_000),
    to: many('https://elsewhere.example/users/ann'),
    tag: many({ type: 'Hashtag', name: `#${'x'.repeat(80)}` }),
    attachment: many({ type: 'Image', url: 'https://elsewhere.example/1.png' }),
  };
  const recipe = {
    ...note,
    type: ['Article', 'http://schema.org/Recipe'],
    name: 'Soup',
    content: 'x',
    supply: many({ name: 'salt '.repeat(20) }),
    recipeIngredient: many('1 '.repeat(400)),
    recipeInstructions: many('stir '.repeat(20)),
  };

  for (const document of [note, recipe]) {
    let reading = readObject(document);
    expect(leastProcessorTime(200, () => (reading = readObject(document)))).toBeLessThan(200);
    expect(reading.ok).toBe(true);
    if (!reading.ok) return;
    expect(reading.value.media).toHaveLength(1);
    expect(reading.value.tags).toHaveLength(1);
    expect(reading.value.ingredients.length).toBeLessThanOrEqual(200);
    expect(reading.value.steps.length).toBeLessThanOrEqual(100);
  }
});

test('NUL and lone surrogates are never stored', () => {
  const dirty = 'stir\0 the \ud800 pot';
  const reading = readObject({
    id: 'https://elsewhere.example/1',
    type: ['Article', 'http://schema.org/Recipe'],
    attributedTo: 'https://elsewhere.example/users/bob',
    name: dirty,
    content: dirty,
    source: { content: dirty, mediaType: 'text/markdown' },
    recipeInstructions: [dirty, { type: 'HowToStep', name: dirty, text: dirty }],
    recipeIngredient: [`2 ${dirty}`],
    recipeYield: `4 ${dirty}`,
    keywords: [dirty],
    to: 'as:Public',
  });

  expect(reading.ok && reading.value.steps).toHaveLength(2);
  expect(JSON.stringify(reading)).not.toMatch(/\\u(?:0000|d[89a-f])/);
});

test('an extremely nested document is read without an error', () => {
  let nested: unknown = 'https://elsewhere.example/1';
  for (let depth = 0; depth < 20_000; depth++) nested = depth % 2 ? [nested] : { id: nested, '@list': nested };
  const document = {
    id: nested,
    type: 'Note',
    attributedTo: nested,
    tag: nested,
    to: nested,
    attachment: nested,
  };

  expect(isObject(document)).toBe(true);
  expect(readObject(document).ok).toBe(false);
  expect(readActor({ ...document, type: 'Person', inbox: nested }).ok).toBe(false);
  expect(readActivity({ ...document, actor: nested }).ok).toBe(false);
});
