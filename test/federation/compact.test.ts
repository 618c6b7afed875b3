/** Documents in any form of JSON-LD are read as if they were in the usual one. */
import { expect, test } from 'vitest';
import { compacted, isUnusual } from '../../src/federation/json-ld/compact.ts';
import { processJsonLd } from '../../src/federation/json-ld/processor.ts';

const as = 'https://www.w3.org/ns/activitystreams';

test('an expanded document reads like a compact one', async () => {
  const expanded = [
    {
      '@id': 'https://elsewhere.example/notes/1',
      '@type': [`${as}#Note`],
      [`${as}#attributedTo`]: [{ '@id': 'https://elsewhere.example/users/bob' }],
      [`${as}#content`]: [{ '@value': '<p>Hej</p>', '@language': 'sv' }],
      [`${as}#to`]: [{ '@id': `${as}#Public` }],
    },
  ];

  expect(await compacted(expanded)).toMatchObject({
    id: 'https://elsewhere.example/notes/1',
    type: 'Note',
    attributedTo: 'https://elsewhere.example/users/bob',
    contentMap: { sv: '<p>Hej</p>' },
    to: 'as:Public',
  });
});

test('aliased terms get their usual names', async () => {
  const aliased = {
    '@context': [as, { kind: '@type', body: 'as:content' }],
    id: 'https://elsewhere.example/notes/1',
    kind: 'Note',
    body: '<p>Hi</p>',
  };

  expect(await compacted(aliased)).toMatchObject({ type: 'Note', content: '<p>Hi</p>' });
});

test('a term that means something else is not taken for ours', async () => {
  const redefined = {
    '@context': [as, { content: 'https://elsewhere.example/ns#filling' }],
    id: 'https://elsewhere.example/notes/1',
    type: 'Note',
    content: 'jam',
  };

  expect(await compacted(redefined)).not.toHaveProperty('content');
});

test('a document whose context is out of reach is read as it stands', async () => {
  const unreachable = {
    '@context': [as, 'https://elsewhere.example/context', { kind: '@type' }],
    id: 'https://elsewhere.example/notes/1',
    type: 'Note',
  };

  expect(await compacted(unreachable)).toBe(unreachable);
});

test('the contexts of Mastodon, PeerTube and Lemmy are usual', () => {
  expect(
    isUnusual({ '@context': [as, { sensitive: 'as:sensitive', toot: 'http://joinmastodon.org/ns#' }] }),
  ).toBe(false);
  expect(
    isUnusual({
      '@context': [as, { pt: 'https://joinpeertube.org/ns#', position: { '@id': 'pt:position' } }],
    }),
  ).toBe(false);
  expect(isUnusual({ '@context': ['https://join-lemmy.org/context.json', as] })).toBe(false);
});

test('a huge or deep document is not compacted at all', async () => {
  const unusual = {
    '@context': [as, { kind: '@type' }],
    id: 'https://elsewhere.example/notes/1',
    kind: 'Note',
  };
  const huge = { ...unusual, tag: Array.from({ length: 20_000 }, (_, index) => ({ index })) };
  let nested: unknown = 'x';
  for (let depth = 0; depth < 1_500; depth++) nested = { '@context': { deep: 'as:object' }, object: nested };
  const deep = { ...unusual, object: nested };

  expect(await compacted(huge)).toBe(huge);
  expect(await compacted(deep)).toBe(deep);
});

const aliasedNote = {
  '@context': [as, { kind: '@type' }],
  id: 'https://elsewhere.example/notes/1',
  kind: 'Note',
};

test('a document that names schema.org is compacted, without the terms of its context', async () => {
  const named = {
    ...aliasedNote,
    '@context': [...aliasedNote['@context'], 'https://schema.org'],
    kind: ['Article', 'Recipe'],
    recipeYield: '4',
  };
  expect(await compacted(named)).toMatchObject({ type: ['Article', 'schema:Recipe'], recipeYield: '4' });
});

test('a document with many contexts, or contexts inside terms, is read as it stands', async () => {
  const [, terms] = aliasedNote['@context'];
  const known = (count: number) => ({
    ...aliasedNote,
    tag: Array.from({ length: count }, () => ({ '@context': as, name: '#soup' })),
  });
  const inline = (count: number) => ({
    ...aliasedNote,
    '@context': [as, ...Array.from({ length: count }, () => terms)],
  });
  expect(await compacted(known(100))).toMatchObject({ type: 'Note' });
  expect(await compacted(inline(15))).toMatchObject({ type: 'Note' });

  const scoped = { ...aliasedNote, '@context': [as, terms, { K: { '@id': 'as:K', '@context': terms } }] };
  for (const many of [known(200), inline(16), scoped]) expect(await compacted(many)).toBe(many);
});

test('a document that takes too long is given up, and the next one is processed', async () => {
  const slow = { ...aliasedNote, to: 'a/'.repeat(500_000) };
  const results = await Promise.all([processJsonLd('compact', slow), processJsonLd('compact', aliasedNote)]);
  expect(results).toEqual([null, expect.objectContaining({ type: 'Note' })]);
});

test('when too many documents wait, the next one is refused for now', async () => {
  const results = await Promise.allSettled(Array.from({ length: 70 }, () => compacted(aliasedNote)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(6);
  expect(refused[0]).toMatchObject({ reason: { status: 429, retryAfterSeconds: 30 } });
  expect(await compacted(aliasedNote)).toMatchObject({ type: 'Note' });
});
