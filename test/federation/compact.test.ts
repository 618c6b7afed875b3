/** Documents in any form of JSON-LD are read as if they were in the usual one. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { compacted, isUnusual } from '../../src/federation/json-ld/compact.ts';
import { processJsonLd } from '../../src/federation/json-ld/processor.ts';
import { signalJsonLdProcess as signal } from '../support/json-ld-process.ts';

const as = 'https://www.w3.org/ns/activitystreams';
const peer = 'https://elsewhere.example/';

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

  expect(await compacted(expanded, peer)).toMatchObject({
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

  expect(await compacted(aliased, peer)).toMatchObject({ type: 'Note', content: '<p>Hi</p>' });
});

test('a term with another meaning is not read as ours', async () => {
  const redefined = {
    '@context': [as, { content: 'https://elsewhere.example/ns#filling' }],
    id: 'https://elsewhere.example/notes/1',
    type: 'Note',
    content: 'jam',
  };

  expect(await compacted(redefined, peer)).not.toHaveProperty('content');
});

test('a document whose context cannot be loaded is read without processing', async () => {
  const unreachable = {
    '@context': [as, 'https://elsewhere.example/context', { kind: '@type' }],
    id: 'https://elsewhere.example/notes/1',
    type: 'Note',
  };

  expect(await compacted(unreachable, peer)).toBe(unreachable);
});

test('the contexts of Mastodon, PeerTube and Lemmy need no processing', () => {
  expect(isUnusual({ '@context': [as, { sensitive: 'as:sensitive', toot: 'http://joinmastodon.org/ns#' }] })).toBe(
    false,
  );
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

  expect(await compacted(huge, peer)).toBe(huge);
  expect(await compacted(deep, peer)).toBe(deep);
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
  expect(await compacted(named, peer)).toMatchObject({
    type: ['Article', 'schema:Recipe'],
    recipeYield: '4',
  });
});

test('a document with many contexts, or with scoped contexts, is read without processing', async () => {
  const [, terms] = aliasedNote['@context'];
  const known = (count: number) => ({
    ...aliasedNote,
    tag: Array.from({ length: count }, () => ({ '@context': as, name: '#soup' })),
  });
  const inline = (count: number) => ({
    ...aliasedNote,
    '@context': [as, ...Array.from({ length: count }, () => terms)],
  });
  expect(await compacted(known(100), peer)).toMatchObject({ type: 'Note' });
  expect(await compacted(inline(15), peer)).toMatchObject({ type: 'Note' });

  const scoped = { ...aliasedNote, '@context': [as, terms, { K: { '@id': 'as:K', '@context': terms } }] };
  for (const many of [known(200), inline(16), scoped]) expect(await compacted(many, peer)).toBe(many);
});

const process = (document: unknown, sender = peer) => processJsonLd('compact', document, sender);
const processed = expect.objectContaining({ type: 'Note' });

test('processing of a document that takes too long is aborted, and the next one is processed', async () => {
  const slow = { ...aliasedNote, to: 'a/'.repeat(500_000) };
  expect(await Promise.all([process(slow), process(aliasedNote)])).toEqual([null, processed]);
});

test('processing of a document that takes too much memory is aborted, and the next one is processed', async () => {
  const huge = { ...aliasedNote, tag: Array.from({ length: 4_000_000 }, () => []) };
  const answers = [process(huge), process(aliasedNote)];
  expect(await Promise.all(answers)).toEqual([null, processed]);
});

test('time in which a busy machine does not run the process does not count', async () => {
  await process(aliasedNote);
  signal('SIGSTOP');
  const waiting = process(aliasedNote);
  // Longer than the processor time that a document may take.
  await setTimeout(2_500);
  signal('SIGCONT');
  expect(await waiting).toEqual(processed);
});

test('a document whose process is killed from outside is rejected with 503 and Retry-After', async () => {
  await process(aliasedNote);
  signal('SIGSTOP');
  const waiting = process(aliasedNote);
  signal('SIGKILL');
  await expect(waiting).rejects.toMatchObject({ status: 503, retryAfterSeconds: 30 });
  expect(await process(aliasedNote)).toEqual(processed);
});

test('when too many documents of a server wait, the next one is refused for now, but not those of others', async () => {
  const order: string[] = [];
  const from = async (server: string) => {
    await process(aliasedNote, `https://${server}.example/`);
    order.push(server);
  };
  const results = await Promise.allSettled([...Array.from({ length: 20 }, () => from('one')), from('other')]);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ reason: { status: 429, retryAfterSeconds: 30 } });
  expect(order.indexOf('other')).toBe(2);
});

test('when too many documents of all servers wait, the next one is refused for now', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 70 }, (_, at) => process(aliasedNote, `https://${at}.example/`)),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  expect(await process(aliasedNote)).toEqual(processed);
});
