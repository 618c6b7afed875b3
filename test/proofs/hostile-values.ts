/** Generates hostile values: some that schemas forbid, and some that are easy to overlook. */
import fc from 'fast-check';

/** Strings that are known to break parsers. */
export const words = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '01',
  '1e3',
  '0x1f',
  '1.5',
  '+1',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775808',
  '9'.repeat(400),
  'null',
  'true',
  'undefined',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  '\ufeff',
  '\u202e',
  '\r\nx: y',
  '🍕',
  'é'.normalize('NFD'),
  "'; DROP TABLE account; --",
  '%',
  '%00',
  '%ff',
  '%2e%2e%2f',
  '_',
  '\\',
  '/',
  '../..',
  '//evil.example',
  '@',
  'me',
  'ann',
  '@ann',
  'ann@cook.example',
  'x@elsewhere.example',
  'acct:ann@cook.example',
  'https://elsewhere.example/notes/1',
  'https://[::1]/',
  'http://',
  'javascript:alert(1)',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2026-05-01T12:00:00+99:99',
  'draft,published,',
  'asc',
  'desc',
  'Recipe',
  'i-klingon',
  'x-'.repeat(50),
  '(a+)+$',
  '- '.repeat(3_000),
  '*'.repeat(3_000),
  '['.repeat(3_000),
  '1 1/2 - 2 (3) '.repeat(300),
];

/** JSON values tried at every key, so that no seed misses them. */
export const hostileValues = [
  '"a\\u0000"',
  '"a\\ud800"',
  'null',
  '-1',
  '9007199254740993',
  '1e300',
  '[]',
  '{}',
  '"x"',
  '["a\\u0000"]',
  '[{"name":"a\\u0000"}]',
  '[{"content":"a\\ud800","name":"a\\u0000"}]',
  '[null]',
  '[9007199254740993]',
  '[{"name":"a","unit":"\\u0000","note":"\\ud800","quantity":1e300}]',
  '[{"content":"a","links":[{"url":"https://x.example/\\u0000"}],"ingredient_positions":[9999]}]',
];
/** Path segments, tried likewise. */
export const hostileSegments = ['%00', '%ff', '0', '01', '1e3', '9007199254740993', '9223372036854775808', '%ed%a0%80'];

export const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1, max: 60 }).map(String) },
);

const scalar = fc.oneof(
  word,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1,
    1.5,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 53,
    1e300,
    5e-324,
    [],
    {},
    [null],
    [[]],
    'x'.repeat(20_000),
    Array(300).fill('1 egg'),
    Array(300).fill({}),
  ),
);

/** Keys that operations use, and keys that every object inherits. */
const keys = [
  'name',
  'content',
  'description',
  'serving',
  'ingredients',
  'steps',
  'links',
  'id',
  'type',
  'url',
  'quantity',
  'quantity_max',
  'unit',
  'note',
  'group',
  'optional',
  'original_text',
  'duration',
  'tags',
  'locale',
  'visibility',
  'in_reply_to_id',
  'in_reply_to_type',
  'source_url',
  'prep_time',
  'media_ids',
  'ingredient_positions',
  'recipe_id',
  'prepared_at',
  'account_id',
  'status',
  'iri',
  'created_at',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  '',
  '\0',
  '\ud800',
];

/** JSON text, because some objects cannot be built in JavaScript. */
export const json: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    scalar.map((value) => JSON.stringify(value)),
    fc.array(tie('any'), { maxLength: 3 }).map((values) => `[${values.join()}]`),
    fc.array(fc.tuple(fc.constantFrom(...keys), tie('any')), { maxLength: 4 }).map((entries) => objectOf(entries)),
  ),
})).any;

/** Allows duplicate keys. */
export const objectOf = (entries: [key: string, value: string][]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;

/** Bodies that are not valid JSON objects. */
export const rawBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
  fc.constantFrom(
    '',
    '{',
    '[',
    '"',
    'null',
    '1',
    'true',
    '"x"',
    '\ufeff{}',
    '{"a":1,}',
    '{"name":"\\ud800"}',
    '{"name":"\\u0000"}',
    '['.repeat(40) + ']'.repeat(40),
    '{"a":'.repeat(500),
    '['.repeat(100_000),
    `{"x":${'9'.repeat(5_000)}}`,
    '{"serving":1e999}',
    'a=1&a=2',
    '%',
    '--x\r\n',
    '--x\r\nContent-Disposition: form-data; name="media[file]"; filename="a"\r\n\r\nnot a picture\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; name="media"\r\n\r\ntext\r\n--x--\r\n',
    '--x--',
    '--x\r\n\r\n--x--',
  ),
);

/** A URL path segment. */
export const segment = fc.oneof(
  word.map((text) => (text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80')),
  fc.constantFrom('%', '%ff', '%c0%ae', '%2F', ';x=1', ':', '~', '$&'),
);

/** A query string without the question mark. */
export const queryOf = (names: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, 'x', '__proto__', 'id[]', 'limit'), segment), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
