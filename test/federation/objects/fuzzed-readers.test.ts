/** What strangers write as addresses, IRIs, dates and links is read without an error, in linear time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseHandle } from '../../../src/domain/accounts/account.ts';
import { dateOf, iriOf } from '../../../src/federation/json-ld/json.ts';
import { canonicalHandle } from '../../../src/federation/objects/actor.ts';
import { readUrl } from '../../../src/federation/objects/parts.ts';
import { Refusal } from '../../../src/federation/request.ts';
import { findAlternate } from '../../../src/federation/resolve/fetch.ts';
import { readHostMeta, readWebfinger } from '../../../src/federation/resolve/resolve-actor.ts';
import { readSignature } from '../../../src/federation/verify/signature/read-signature.ts';
import { normalIri } from '../../../src/lib/iris.ts';
import { sampled, scaled } from '../../support/test-length.ts';

const pieces = {
  iri: 'https:// http:// HTTPS://b%C3%A4r bäckerei .example xn--bcker-gra [::1] :443 : / // ? # @ %d5%A3 %D5 %zz % \\ < "'.split(
    ' ',
  ),
  date: '2023-11-08 2023 -11- 08 T t : 22:57:19 22:57 . , .123456789 Z +00 -0230 +02:30 Wed, Nov GMT +0000 0000 99999'.split(
    ' ',
  ),
  handle: '@ acct: pat bärin ~ . - _ раt @bäckerei.example @peer.example :8443 [::1] xn-- / # % \u0301 ＠'.split(' '),
  link: '< > ; , = " \' rel= rel="alternate" type="application/activity+json" </notes/1> <link href=/1 /> <Link lrdd template="https://a/{uri}" {uri} <!--'.split(
    ' ',
  ),
  signature:
    'keyId=" https://a.example/#k " , signature=" headers="(request-target) host date algorithm="hs2019 created=1 Signature é'.split(
      ' ',
    ),
};
const code = fc.oneof(fc.nat(0x7f), fc.nat(0xffff)).map((unit) => String.fromCharCode(unit));
const textOf = (of: string[]) =>
  fc
    .array(
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...of) }, { weight: 1, arbitrary: code }, fc.constant(' ')),
      {
        maxLength: 24,
      },
    )
    .map((parts) => parts.join(''));

function readIri(text: string): void {
  const iri = iriOf(text);
  // Longer ones are refused before.
  if (text.length <= 8_192) expect(normalIri(normalIri(text))).toBe(normalIri(text));
  if (iri === null) return;
  expect(iriOf(iri)).toBe(iri);
  expect(iri).toMatch(/^https?:\/\/[\x21-\x7e]+$/i);
  expect(normalIri(new URL(text).href)).toBe(normalIri(new URL(iri).href));
}

function readHandle(text: string): void {
  const handle = canonicalHandle(text);
  if (handle !== null) expect(canonicalHandle(handle)).toBe(handle);
  const normal = normaliseHandle(text);
  expect(normal).toBe(normal.toLowerCase());
}

function readSigned(text: string): void {
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\0\r\n]/g, '');
  const headers = new Headers({ signature: bytes });
  const url = new URL('https://cook.example/inbox');
  try {
    readSignature({ method: 'GET', url, headers, body: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function readLink(text: string): void {
  const url = 'https://peer.example/';
  const body = Buffer.from(text);
  findAlternate({ url, status: 200, hops: 0, headers: new Headers({ 'content-type': 'text/html' }), body });
  const link = body.toString('latin1').replaceAll(/[\0\r\n]/g, '');
  findAlternate({ url, status: 200, hops: 0, headers: new Headers({ link }), body });
  readHostMeta(text);
  readWebfinger({ subject: text, links: [{ rel: 'self', type: 'application/activity+json', href: text }] });
  const picture = readUrl({ url: text });
  if (picture !== null) expect(iriOf(picture)).toBe(picture);
}

function readDate(text: string): void {
  const date = dateOf(text);
  if (date !== null) expect(date.getUTCFullYear()).toBeGreaterThan(0);
}

/** Found by more runs. */
const found = ['https://Ꭰ\\https://', 'https://bäckerei@https://', 'http://⒜:443', 'pat@xn--.:8443'];

const readers = { iri: readIri, date: readDate, handle: readHandle, link: readLink, signature: readSigned };
type Kind = keyof typeof readers;
const kinds = Object.keys(readers) as Kind[];

test.each(kinds)('any %s is read without an error, and what was read is read the same again', (kind) => {
  const numRuns = scaled({ short: 2_000, full: 200_000 });
  fc.assert(fc.property(textOf(pieces[kind]), readers[kind]), {
    numRuns,
    seed: 31,
    examples: found.map((text) => [text]),
  });
});

const repeated = kinds.flatMap((kind) => pieces[kind].map((piece) => [kind, piece] as const));

test.each(sampled(repeated, 5))('%s: a megabyte of %j takes no longer than a few times its size', (kind, piece) => {
  const text = piece.repeat(2 ** 20 / piece.length);
  const began = process.cpuUsage();
  for (const start of ['', 'https://a.example/', '2023-11-08T', '@a']) readers[kind](start + text);
  const { user } = process.cpuUsage(began);
  expect(user / 1_000).toBeLessThan(1_000);
});
