/** Lists documents of other servers that are expensive to read, each in one way. */

export const as = 'https://www.w3.org/ns/activitystreams';
export const many = <T>(count: number, entry: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => entry(index));
export const numbered = (count: number, value: unknown) => Object.fromEntries(many(count, (at) => [`t${at}`, value]));
export const iri = 'https://peer.example/1';
export const unusual = { '@context': [as, { kind: '@type' }], id: iri, kind: 'Note' };
export const note = {
  '@context': as,
  id: iri,
  type: 'Note',
  actor: iri,
  attributedTo: iri,
  to: `${as}#Public`,
  published: '2026-01-01T00:00:00Z',
};
const recipe = { ...note, type: ['Article', 'http://schema.org/Recipe'], name: 'Soup' };
export const actor = {
  '@context': as,
  id: iri,
  type: 'Person',
  preferredUsername: 'bob',
  inbox: iri,
  outbox: iri,
};
export const create = (object: unknown) => ({ '@context': as, id: iri, type: 'Create', actor: iri, object });
export const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  depth === 0 ? 'x' : wrap(nested(depth - 1, wrap));
const proof = {
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-jcs-2022',
  proofPurpose: 'assertionMethod',
  verificationMethod: iri,
  proofValue: `z${'1'.repeat(80)}`,
  created: new Date().toISOString(),
};
const signature = {
  type: 'RsaSignature2017',
  creator: iri,
  created: new Date().toISOString(),
  signatureValue: 'AAAA',
};
const scoped = { K: { '@id': 'as:K', '@context': numbered(1_000, 'as:name') } };
const ring = (count: number) => ({
  '@context': { p: { '@id': 'as:p', '@type': '@id' } },
  '@graph': many(count, (at) => ({ '@id': `_:${at}`, p: `_:${(at + 1) % count}` })),
  signature,
});

export const documents: Record<string, () => unknown> = {
  '700 times the context of schema.org': () => ({
    ...unusual,
    '@context': [as, { kind: '@type' }, ...many(700, () => 'http://schema.org/')],
  }),
  '2,900 times the context of schema.org': () => ({
    ...unusual,
    '@context': [as, { kind: '@type' }, ...many(2_900, () => 'http://schema.org/')],
  }),
  '16 known contexts, 20,000 times': () => ({
    ...unusual,
    '@context': [{ kind: '@type' }, ...many(20_000, () => 'https://w3id.org/identity/v1')],
  }),
  'scoped contexts of 1,000 terms on 900 objects': () => ({
    ...unusual,
    '@context': [as, { kind: '@type', ...scoped }],
    tag: many(900, () => ({ kind: 'K' })),
  }),
  'contexts in every object': () => ({
    ...unusual,
    tag: many(15_000, () => ({ '@context': as, name: 'x' })),
  }),
  'contexts of 30,000 terms': () => ({
    ...unusual,
    '@context': [as, { kind: '@type', ...numbered(30_000, 'as:name') }],
  }),
  "terms that are each other's prefix": () => ({
    ...unusual,
    '@context': [
      as,
      { kind: '@type', t0: 'as:', ...Object.fromEntries(many(20_000, (at) => [`t${at + 1}`, `t${at}:aa`])) },
    ],
  }),
  'nested contexts': () => ({
    ...unusual,
    '@context': nested(14, (inner) => [as, { K: { '@id': 'as:K', '@context': inner } }]),
  }),
  'a long base': () => ({
    ...unusual,
    '@context': [as, { kind: '@type', '@base': `https://a.example/${'a/'.repeat(200_000)}` }],
    to: many(2_000, (at) => `${'../'.repeat(80)}${at}`),
  }),
  'a long vocabulary': () => ({
    ...unusual,
    '@context': [as, { kind: '@type', '@vocab': `https://a.example/${'a/'.repeat(200_000)}` }],
    ...numbered(2_000, 'x'),
  }),
  'a long relative IRI': () => ({ ...unusual, to: 'a/'.repeat(500_000) }),
  'an expanded document of 2,900 proofs': () => ({
    ...unusual,
    tag: many(1_400, () => ({ '@type': 'https://w3id.org/security#DataIntegrityProof' })),
  }),
  'a large graph': () => ({ '@context': as, '@graph': many(20_000, (at) => ({ id: `${iri}/${at}` })) }),
  'a signed ring of blank nodes': () => ring(160),
  'a signed clique of blank nodes': () => ({
    ...ring(0),
    '@graph': many(20, (at) => ({ '@id': `_:${at}`, p: many(20, (other) => `_:${other}`) })),
  }),
  'a signed document of 1 MiB': () => ({ ...create({ ...note, content: 'x '.repeat(500_000) }), signature }),
  'three integrity proofs over many members': () => ({
    ...create({ ...note, ...numbered(50_000, 'x') }),
    proof: many(3, () => proof),
  }),
  'three integrity proofs of many members': () => ({
    ...create(note),
    proof: many(3, () => ({ ...proof, ...numbered(25_000, 'x') })),
  }),
  'many short strings': () => create({ ...note, tag: many(250_000, () => 'x') }),
  'many hashtags': () => create({ ...note, tag: many(25_000, (at) => ({ type: 'Hashtag', name: `#t${at}` })) }),
  'many mentions': () =>
    create({
      ...note,
      tag: many(12_000, (at) => ({ type: 'Mention', href: `${iri}/${at}`, name: `@a${at}@b.example` })),
    }),
  'many emoji': () =>
    create({
      ...note,
      content: ':a0: '.repeat(50_000),
      tag: many(8_000, (at) => ({ type: 'Emoji', name: `:a${at}:`, icon: { type: 'Image', url: iri } })),
    }),
  'many pictures': () =>
    create({
      ...note,
      attachment: many(10_000, (at) => ({
        type: 'Image',
        mediaType: 'image/png',
        url: `${iri}/${at}.png`,
        name: 'x',
      })),
    }),
  'many links': () =>
    create({
      ...note,
      type: 'Page',
      attachment: many(20_000, (at) => ({ type: 'Link', href: `${iri}/${at}` })),
    }),
  'many addressees': () =>
    create({ ...note, to: many(40_000, (at) => `${iri}/${at}`), cc: many(10_000, () => `${as}#Public`) }),
  'many languages': () =>
    create({ ...note, contentMap: Object.fromEntries(many(40_000, (at) => [`x-${at}`, 'soup'])) }),
  'long languages': () =>
    create({ ...note, contentMap: Object.fromEntries(many(50, (at) => [`x-${at}`, '<b>'.repeat(6_500)])) }),
  'many types': () => create({ ...note, type: many(100_000, () => 'as:x') }),
  'many levels of lists': () =>
    create({ ...note, to: many(10_000, () => [[[[[[iri]]]]]]), tag: many(20_000, () => [[[{}]]]) }),
  'a long name': () => create({ ...recipe, name: '<b>'.repeat(300_000) }),
  'a long content': () =>
    create({ ...note, content: '<p><a href="https://a.example/">#a @a@b.example </a>'.repeat(20_000) }),
  'a long content in Markdown': () =>
    create({ ...note, mediaType: 'text/markdown', content: '**a [b](c) *'.repeat(80_000) }),
  'a long source': () =>
    create({
      ...note,
      content: 'x',
      source: { content: '[a](b) ![`'.repeat(100_000), mediaType: 'text/markdown' },
    }),
  'many choices': () =>
    create({ ...note, type: 'Question', oneOf: many(30_000, () => ({ type: 'Note', name: '<b>x' })) }),
  'many ingredients as lines': () => create({ ...recipe, recipeIngredient: many(100_000, () => '1 g x') }),
  'long ingredients as lines': () =>
    create({ ...recipe, recipeIngredient: many(200, () => '1 1/2 (a) g, '.repeat(390)) }),
  'one ingredient as a text': () => create({ ...recipe, recipeIngredient: '1 g salt\n'.repeat(110_000) }),
  'many of our ingredients': () =>
    create({ ...recipe, supply: many(20_000, (at) => ({ type: 'HowToSupply', name: `salt ${at}` })) }),
  'many steps': () =>
    create({ ...recipe, recipeInstructions: many(20_000, () => ({ type: 'HowToStep', text: 'stir' })) }),
  'long steps': () =>
    create({
      ...recipe,
      recipeInstructions: many(100, () => ({
        type: 'HowToStep',
        text: '<p>bake 5 min, 1/2 h at 100 °C '.repeat(330),
      })),
    }),
  'one step as a text': () => create({ ...recipe, recipeInstructions: '1. stir\n'.repeat(120_000) }),
  'steps within sections': () =>
    create({
      ...recipe,
      recipeInstructions: many(2_000, () =>
        nested(12, (inner) => ({ type: 'HowToSection', itemListElement: [inner] })),
      ),
    }),
  'many links of steps': () =>
    create({
      ...recipe,
      recipeInstructions: many(100, () => ({
        type: 'HowToStep',
        text: 'x',
        isBasedOn: many(250, (at) => ({ id: `${iri}/${at}` })),
      })),
    }),
  'many keywords': () =>
    create({ ...recipe, keywords: many(100_000, (at) => `a${at}`), recipeCuisine: 'a,'.repeat(100_000) }),
  'long durations and dates': () =>
    create({
      ...recipe,
      totalTime: `P${'1'.repeat(300_000)}`,
      cookTime: 'PT1H'.repeat(80_000),
      published: '2026-'.repeat(60_000),
    }),
  'a long blurhash': () =>
    create({
      ...note,
      attachment: many(10, () => ({
        type: 'Image',
        url: iri,
        blurhash: 'L'.repeat(90_000),
        name: 'a'.repeat(9_000),
      })),
    }),
  'an actor with many fields': () => ({
    ...actor,
    attachment: many(15_000, (at) => ({
      type: 'PropertyValue',
      name: `n${at}`,
      value: '<a href="https://a.example">',
    })),
  }),
  'an actor with a long summary': () => ({
    ...actor,
    name: ':a: '.repeat(50_000),
    summary: '<p><a href="https://a.example/">#a '.repeat(20_000),
  }),
  'an actor with many keys': () => ({
    ...actor,
    publicKey: many(8_000, (at) => ({
      id: `${iri}#${at}`,
      owner: iri,
      publicKeyPem: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    })),
  }),
  'an actor with a long key': () => ({
    ...actor,
    publicKey: {
      id: `${iri}#k`,
      owner: iri,
      publicKeyPem: `-----BEGIN PUBLIC KEY-----\n${'AAAA'.repeat(250_000)}\n-----END PUBLIC KEY-----`,
    },
  }),
  'an actor with many aliases': () => ({ ...actor, alsoKnownAs: many(40_000, (at) => `${iri}/${at}`) }),
  'a page of a collection': () => ({
    '@context': as,
    id: iri,
    type: 'OrderedCollectionPage',
    orderedItems: many(30_000, (at) => ({ type: 'Create', object: `${iri}/${at}` })),
  }),
  'an answer of WebFinger': () => ({
    subject: 'acct:bob@peer.example',
    aliases: many(10_000, () => iri),
    links: many(12_000, (at) => ({ rel: `r${at}`, type: 'application/activity+json', href: iri })),
  }),
  'NodeInfo links': () => ({
    links: many(12_000, (at) => ({ rel: `http://nodeinfo.diaspora.software/ns/schema/${at}`, href: iri })),
  }),
  NodeInfo: () => ({
    version: '2.0',
    software: { name: 'a'.repeat(500_000), version: '1.'.repeat(200_000) },
  }),
  'long IRIs': () =>
    create({
      ...note,
      attributedTo: `https://${'a.'.repeat(200_000)}b/`,
      url: `https://a.example/${'%'.repeat(300_000)}`,
    }),
  'long keys': () => create({ ...note, ['https://a.example/'.repeat(20_000)]: 1, [':'.repeat(300_000)]: 2 }),
  escapes: () => create({ ...note, content: '\u0001\ud800'.repeat(80_000) }),
  numbers: () => create({ ...note, tag: many(100_000, (at) => at * 1.1e-300) }),
};
