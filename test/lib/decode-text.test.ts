/** Decodes pages in the character encodings that the web still uses. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeText, toUtf8 } from '../../src/lib/decode-text.ts';
import { readFile } from '../recipe-import/read-content.ts';

const ascii = (text: string) => Buffer.from(text, 'latin1');
const soup = (name: Buffer, head = '') =>
  Buffer.concat([
    ascii(`<html><head>${head}</head><script type="application/ld+json">{"@type":"Recipe","name":"`),
    name,
    ascii('","recipeIngredient":["1 l water"],"recipeInstructions":["Boil."]}</script></html>'),
  ]);
const meta = (charset: string) => `<meta charset="${charset}">`;
const nameIn = async (bytes: Uint8Array) => (await readFile(bytes)).recipes[0]?.draft.name;

/** Names and their bytes, written down from the tables of the encodings. */
const NAMES: [charset: string, name: string, bytes: Buffer][] = [
  ['iso-8859-1', 'Crème brûlée', Buffer.from('Crème brûlée', 'latin1')],
  ['windows-1252', 'Œufs à 1 €', Buffer.from([0x8c, 0x75, 0x66, 0x73, 0x20, 0xe0, 0x20, 0x31, 0x20, 0x80])],
  ['windows-1250', 'Žemle', Buffer.from([0x8e, 0x65, 0x6d, 0x6c, 0x65])],
  ['windows-1251', 'Борщ', Buffer.from([0xc1, 0xee, 0xf0, 0xf9])],
  ['koi8-r', 'борщ', Buffer.from([0xc2, 0xcf, 0xd2, 0xdd])],
  ['windows-1254', 'Şiş', Buffer.from([0xde, 0x69, 0xfe])],
  ['Shift_JIS', '卵焼き', Buffer.from([0x97, 0x91, 0x8f, 0xc4, 0x82, 0xab])],
  ['euc-kr', '계란', Buffer.from([0xb0, 0xe8, 0xb6, 0xf5])],
  ['gb2312', '鸡蛋', Buffer.from([0xbc, 0xa6, 0xb5, 0xb0])],
];

describe('a page in another encoding', () => {
  it.each(NAMES)('%s is read as its meta element declares', async (charset, name, bytes) => {
    expect(await nameIn(soup(bytes, meta(charset)))).toBe(name);
  });

  it.each(NAMES)('%s is read as its HTTP header declares', async (charset, name, bytes) => {
    const page = soup(bytes, meta('utf-8'));
    expect(await nameIn(toUtf8(page, `text/html; charset="${charset}"`))).toBe(name);
  });

  it.each([
    [
      'little-endian with a mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(soup(ascii('x')).toString(), 'utf16le')]),
    ],
    ['little-endian without a mark', Buffer.from(soup(ascii('x')).toString(), 'utf16le')],
    ['big-endian without a mark', Buffer.from(soup(ascii('x')).toString(), 'utf16le').swap16()],
  ])('UTF-16 %s is read', async (_, bytes) => {
    expect(await nameIn(bytes)).toBe('x');
  });

  it.each([
    ['DOS', 'Säure mit Öl, Möhren und grüne Soße', [0x84, 0x99, 0x94, 0x81, 0xe1]],
    ['an old Mac', 'Säure mit Öl, Möhren und grüne Soße', [0x8a, 0x85, 0x9a, 0x9f, 0xa7]],
    ['Windows', 'Säure mit Öl, Möhren und grüne Soße', [0xe4, 0xd6, 0xf6, 0xfc, 0xdf]],
    ['Windows', 'don’t – “stop”', [0x92, 0x96, 0x93, 0x94]],
  ])('text of %s without any declaration is recognized by its words: %s', (_, text, codes) => {
    const bytes = [...text].map((sign) => (sign < '\u0080' ? sign.charCodeAt(0) : codes.shift()!));
    expect(decodeText(Buffer.from(bytes))).toBe(text);
  });

  it('an encoding without any declaration is taken for windows-1252', async () => {
    expect(await nameIn(soup(Buffer.from('Crème', 'latin1')))).toBe('Crème');
  });

  it.each(['iso-8859-1', 'shift_jis', 'utf-16', 'no-such-charset', 'x'.repeat(5_000), ''])(
    'UTF-8 with the wrong label %j is still read',
    async (label) => {
      const page = soup(Buffer.from('Crème brûlée 🍮'), meta(label));
      expect(await nameIn(page)).toBe('Crème brûlée 🍮');
      expect(await nameIn(toUtf8(page, `text/html; charset=${label}`))).toBe('Crème brûlée 🍮');
    },
  );

  it('an encoding wrongly labelled as UTF-8 is still read', async () => {
    expect(await nameIn(soup(Buffer.from('Crème', 'latin1'), meta('utf-8')))).toBe('Crème');
  });

  it('a page that was compressed without a Content-Encoding is unpacked', async () => {
    expect(await nameIn(gzipSync(soup(Buffer.from('卵'))))).toBe('卵');
    expect(await nameIn(toUtf8(gzipSync(soup(Buffer.from('卵'))), 'text/html'))).toBe('卵');
  });
});

describe('binary content', () => {
  it.each([
    ['NUL bytes', Buffer.from([1, 0, 2, 0, 200])],
    ['a mark and half a sign', Buffer.from([0xff, 0xfe, 0x00])],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ])('%s is no text', (_, bytes) => {
    expect(decodeText(bytes)).toBeNull();
    expect(toUtf8(bytes, 'text/html; charset=shift_jis')).toBe(bytes);
  });
});
