/** The most expensive megabyte of each parser that strangers and members feed takes little time on the event loop. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { OAuthError } from '../../src/domain/access/oauth/clients.ts';
import { resolveLocale } from '../../src/domain/items/eventable.ts';
import { readBlockList } from '../../src/domain/moderation/block-list-file.ts';
import { splitWords } from '../../src/domain/search/recipes.ts';
import { isName } from '../../src/domain/search/search.ts';
import { compacted, isUnusual } from '../../src/federation/json-ld/compact.ts';
import { isActivityMedia, parseDocument } from '../../src/federation/json-ld/json.ts';
import { readCollection } from '../../src/federation/objects/collection.ts';
import { readClaims } from '../../src/federation/receive/inbox-request.ts';
import { Refusal } from '../../src/federation/request.ts';
import { readNodeInfo, readNodeInfoLinks, readWebfinger } from '../../src/federation/resolve/resolve-actor.ts';
import { readProofs } from '../../src/federation/verify/proof.ts';
import { readSignature } from '../../src/federation/verify/signature/read-signature.ts';
import { readJson } from '../../src/http/body.ts';
import { chooseEncoding } from '../../src/http/content-encoding.ts';
import { parseForm, readFormSubmission, readParameters } from '../../src/http/form.ts';
import { newRecipe } from '../../src/http/input/recipe.ts';
import { multipartBoundary } from '../../src/http/multipart.ts';
import { chooseLanguage } from '../../src/http/reader.ts';
import { DomainError } from '../../src/lib/errors.ts';
import { excerpt, sanitizeRemoteHtml, textOf, textOfSafe } from '../../src/lib/html/html.ts';
import { findHashtags, findMentions, renderMarkdown } from '../../src/lib/markdown.ts';
import { compilePhrases } from '../../src/lib/phrase-matcher.ts';
import { cleanText, normaliseHashtag } from '../../src/lib/text.ts';
import { IngredientReading } from '../../src/web/write/fields.tsx';
import { splitIngredients, splitSteps } from '../../src/web/write/recipe-text.ts';
import { readAnything } from '../support/corpus.ts';
import { leastOf, onIdleDesktop, processorTime } from '../support/processor-time.ts';
import { randomRuns } from '../support/random-runs.ts';
import { sampled, scaled } from '../support/test-length.ts';
import { actor, as, create, documents, iri, many, nested, note, numbered, unusual } from './expensive-documents.ts';

const MEBIBYTE = 2 ** 20;
const maxMs = 200;

interface Measured {
  parser: string;
  input: string;
  ms: number;
}
const table: Measured[] = [];
afterAll(() => {
  const rows = table.map(
    ({ parser, input, ms }) => `${parser.padEnd(30)} ${input.padEnd(44)} ${ms.toFixed(0).padStart(5)} ms`,
  );
  process.stdout.write(`\nparser, its most expensive megabyte, processor time on the event loop\n${rows.join('\n')}\n`);
});

type Run = () => Promise<unknown> | unknown;

async function measure(
  parser: string,
  inputs: Iterable<[input: string, run: Run, part?: { times: number; run: Run }]>,
): Promise<void> {
  const worst: Measured = { parser, input: '', ms: -1 };
  for (const [input, run, part] of inputs) {
    const time = (run: Run, times: number) =>
      leastOf(4, maxMs, async () => onIdleDesktop(times * (await processorTime(async () => run())), maxMs));
    const ofPart = part ? await time(part.run, part.times) : maxMs;
    // A parser with a limit of its own takes no longer for the whole than for the part.
    const least = ofPart < maxMs ? ofPart : await time(run, 1);
    if (least > worst.ms) Object.assign(worst, { input, ms: least });
  }
  table.push(worst);
  expect(worst.ms, worst.input).toBeLessThan(maxMs);
}

/** Found to be the worst of one parser or another. */
const worstPieces = ['<a ', '**a', '[', '&=', 'ﷺ', '\n', '| a ', 'a'];
const pieces = [
  ...String.raw`< <b> </b> <p> <div><p> <li> & &amp; &# <!-- <![CDATA[ <script> * _ *a_ ${'`'} ] [a]( ![ > - 1. # | |- ~~ \ <https://`.split(
    ' ',
  ),
  ...'#a @ @a @a@ a@b. https:// www. a.b :// http://[ ( (( " \' -" ½ 一 ٣ İ \u0301 \u{1F9D1}\u200d \u200f 1/ ; = &a= % %41 +'.split(
    ' ',
  ),
  '<a href="https://a.example/">',
  '<a b=c ',
  '</p x',
  '> ',
  '# ',
  '[a]: b\n',
  '#a ',
  '@a@b.example ',
  ' ',
  '\t',
  '1 g ',
  ', ',
  '; q=0.',
  ',a;q=1',
  '*;q=',
  '  \n',
  '-a ',
  'https://a.example/ ',
];
/** Most are tried with an eighth of a megabyte, whose time counts eight times, and only with TESTS=full. */
const tried = [
  ...worstPieces.map((piece) => ({ piece, times: 1 })),
  ...scaled({ short: [], full: pieces }).map((piece) => ({ piece, times: 8 })),
];

const filled = (piece: string, bytes = MEBIBYTE): string => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));

const form = (body: string, type = 'application/x-www-form-urlencoded') =>
  new Request('https://cook.example/', { method: 'POST', body, headers: { 'content-type': type } });
const phrases = Array.from({ length: 100 }, (_, at) => ({
  text: `${'a'.repeat(at + 1)}1`,
  wholeWord: at % 2 === 0,
}));
const matchPhrases = compilePhrases(phrases);
const header = (name: string, text: string) => {
  try {
    return new Headers({ [name]: text });
  } catch {
    return new Headers();
  }
};
/** A parser may refuse its input, with an error that the sender sees. */
const quietly = (run: () => unknown) => async () => {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof DomainError || error instanceof OAuthError)) throw error;
  }
};
const textParsers: Record<string, (text: string) => unknown> = {
  sanitizeRemoteHtml,
  textOf,
  textOfSafe,
  'excerpt of text': (text) => excerpt(text, 200),
  renderMarkdown,
  findMentions,
  findHashtags,
  normaliseHashtag,
  cleanText,
  'language of a text': (text) => resolveLocale(null, 'und', text),
  'filters on a text': (text) => matchPhrases([text]),
  'preview of ingredients': (text) => String(IngredientReading({ text })),
  splitIngredients,
  splitSteps,
  'words of a search': splitWords,
  'address or URL of a search': isName,
  URL: (text) => URL.canParse(`https://a.example/${text}`) && new URL(`https://a.example/${text}`).href,
  'Accept-Language': chooseLanguage,
  'Accept-Encoding': chooseEncoding,
  'Content-Type of an activity': isActivityMedia,
  'boundary of a multipart body': (text) => multipartBoundary(header('content-type', `multipart/form-data; ${text}`)),
  'form body': (text) => readFormSubmission(form(text), 'kept'),
  'multipart form': (text) => readFormSubmission(form(`--b\r\n${text}`, 'multipart/form-data; boundary=b'), 'kept'),
  'signature of a request': (text) => {
    const headers = header('signature', text.slice(0, 16_384));
    if (headers.has('signature')) headers.set('signature-input', text.slice(0, 16_384));
    return readSignature({ method: 'POST', url: new URL('https://cook.example/inbox'), headers, body: null });
  },
  'OAuth parameters': async (text) => readParameters(await parseForm(form(text), MEBIBYTE)),
};

test.each(Object.keys(textParsers))('%s', async (name) => {
  await measure(
    name,
    tried.map(({ piece, times }) => {
      const parse = (bytes: number) => quietly(() => textParsers[name]!(filled(piece, bytes)));
      return [JSON.stringify(piece), parse(MEBIBYTE), { times, run: parse(MEBIBYTE / times) }];
    }),
  );
});

/** Everything that is done with a document before and after its sender is known, apart from the database. */
async function readAsActivity(bytes: Uint8Array): Promise<void> {
  const { json } = parseDocument(bytes);
  await quietly(() => (isUnusual(json) ? null : readClaims(json, bytes)))();
  const readable = await compacted(json, iri);
  await quietly(() => readClaims(readable, bytes))();
  for (const each of readProofs(json)) await each.prepare(iri);
  readAnything(readable);
  for (const read of [readCollection, readWebfinger, readNodeInfo, readNodeInfoLinks]) read(readable);
}

test.each(sampled(Object.keys(documents), 3))('a document with %s', async (label) => {
  const bytes = Buffer.from(JSON.stringify(documents[label]!()));
  expect(bytes.length).toBeLessThan(2 * MEBIBYTE);
  await measure('document of another server', [
    [`${bytes.length >> 10} KiB: ${label}`, quietly(() => readAsActivity(bytes))],
  ]);
});

const words = fc.constantFrom(
  '@context',
  '@graph',
  '@type',
  '@id',
  '@list',
  '@set',
  '@value',
  '@reverse',
  '@included',
  '@vocab',
  '@base',
  'type',
  'id',
  'kind',
  'object',
  'tag',
  'to',
  'attachment',
  'content',
  'contentMap',
  'name',
  'publicKey',
  'proof',
  'items',
  as,
  `${as}#Note`,
  'http://schema.org/',
  'https://schema.org/recipeIngredient',
  'https://w3id.org/security/v1',
  'as:tag',
  'a/',
  '_:b',
  '<b>',
);
const { json: anyJson } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.oneof(fc.string({ maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(words, tie('json'), { maxKeys: 4 }),
  ),
}));
const growth = fc.constantFrom<(seed: unknown, count: number) => unknown>(
  (seed, count) => many(count, () => seed),
  (seed, count) => numbered(count, seed),
  (seed, count) => JSON.stringify(seed).repeat(count),
  (seed, count) => ({ [JSON.stringify(seed).repeat(count)]: seed }),
  (seed, count) => many(Math.ceil(count / 20), () => nested(20, (inner) => [inner, seed])),
  (seed, count) => many(Math.ceil(count / 10), () => nested(10, (inner) => ({ '@context': seed, object: inner }))),
);

test('any JSON of 1 MiB, of any shape', async () => {
  const shapes = fc.record({
    base: fc.constantFrom(unusual, create(note), actor),
    seed: anyJson,
    key: words,
    grow: growth,
  });
  let worst = 0;
  await fc.assert(
    fc.asyncProperty(shapes, async ({ base, seed, key, grow }) => {
      const count = Math.ceil((0.95 * MEBIBYTE) / (JSON.stringify(seed).length + 12));
      const bytes = Buffer.from(JSON.stringify({ ...base, [key]: grow(seed, count) })).subarray(0, 2 * MEBIBYTE);
      const ms = await leastOf(4, maxMs, async () =>
        onIdleDesktop(await processorTime(quietly(() => readAsActivity(bytes))), maxMs),
      );
      worst = Math.max(worst, ms);
      expect(ms).toBeLessThan(maxMs);
    }),
    randomRuns(25),
  );
  table.push({ parser: 'document of another server', input: 'any JSON of 1 MiB', ms: worst });
});

const blockLists: Record<string, () => string> = {
  'a line of commas': () => `#domain\n${','.repeat(MEBIBYTE)}`,
  'as many commas as are read': () => `#domain${',a'.repeat(5)}\n${`a.example${','.repeat(5)}\n`.repeat(19_999)}`,
  'uneven lines': () => `#domain\n${'a.example,,\nb.example\n'.repeat(9_999)}`,
  'quotation marks': () => `#domain,x\n${`a.example,${'"a"'.repeat(15)}\n`.repeat(19_999)}`,
  'a line of as many commas': () => `#domain\n${','.repeat(119_000)}`,
  'many columns and lines': () => `#domain${',a'.repeat(100_000)}\n${'a.example\n'.repeat(19_999)}`,
  'as many columns as are read': () => `#domain${',a'.repeat(98)}\n${'a.example\n'.repeat(19_999)}`,
  'an unclosed quote': () => `#domain\n"${'a.example\n'.repeat(100_000)}`,
  names: () => many(20_000, (at) => `server${at}.example`).join('\n'),
  JSON: () => JSON.stringify(many(20_000, (at) => ({ domain: `server${at}.example`, severity: 'silence' }))),
};

test.each(sampled(Object.keys(blockLists), 3))('a block list of another server with %s', async (label) => {
  const text = blockLists[label]!();
  await measure('block list of another server', [
    [`${text.length >> 10} KiB: ${label}`, quietly(() => readBlockList(text))],
  ]);
});

const line = '1 1/2 (a) g, '.repeat(38);
const recipes: Record<string, () => unknown> = {
  'many ingredients': () => ({ name: 'x', ingredients: many(100_000, () => '1 g x') }),
  'long ingredients': () => ({ name: 'x', ingredients: many(200, () => line.repeat(10)) }),
  'the longest ingredients': () => ({ name: 'x', ingredients: many(200, () => line) }),
  'many steps': () => ({ name: 'x', steps: many(50_000, () => ({ content: 'stir' })) }),
  'the longest steps': () => ({ name: 'x', steps: many(100, () => ({ content: 'a '.repeat(5_000) })) }),
  'a long name': () => ({ name: '\u{1F35E}'.repeat(250_000) }),
  'unknown members': () => ({ name: 'x', ...numbered(80_000, 1) }),
  'many tags': () => ({ name: 'x', tags: many(100_000, (at) => `#${at}`) }),
};

test.each(Object.keys(recipes))('a recipe of a member with %s', async (label) => {
  const text = JSON.stringify({ recipe: recipes[label]!() });
  const read = async () => newRecipe.safeParse((await readJson(form(text, 'application/json'))).value);
  await measure('recipe of a member', [[`${text.length >> 10} KiB: ${label}`, read]]);
});
