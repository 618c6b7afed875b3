/** Reads dictionaries of structured fields (RFC 9651 section 4.2) as far as signatures and digests need them. */
import { fromBase64, unsigned } from './claim.ts';

export type BareItem = { string: string } | { bytes: Buffer } | { integer: number } | { token: string };

/** As it was written, for the signature base repeats it (RFC 9421 section 2.3). */
export type Written = BareItem & { raw: string };

export interface Member {
  value: Written | { items: Written[] };
  params: Map<string, Written>;
}

const maxLength = 8_192;

/** Throws a Refusal for what is malformed or longer than 8 KiB, and for keys given twice, which RFC 9651 would overwrite. */
export function readDictionary(text: string): Map<string, Member> {
  if (text.length > maxLength) throw unsigned('a signature header is too long');
  const cursor = new Cursor(text.trim());
  const members = new Map<string, Member>();

  while (!cursor.ended()) {
    const key = cursor.take(/[a-z*][a-z0-9_.*-]*/y);
    if (members.has(key)) throw unsigned(`a signature header has two members called ${key}`);
    cursor.take(/=/y);
    const value = cursor.at('(') ? innerList(cursor) : bareItem(cursor);
    members.set(key, { value, params: parameters(cursor) });

    if (cursor.ended()) break;
    cursor.take(/[ \t]*,[ \t]*/y);
    if (cursor.ended()) throw unsigned('a signature header ends in a comma');
  }
  return members;
}

function innerList(cursor: Cursor): { items: Written[] } {
  const items: Written[] = [];
  cursor.take(/\( */y);
  while (!cursor.at(')')) {
    items.push(bareItem(cursor));
    // Component parameters (`;sf`, `;key=…`, `;req`) are of no use in a request of one fixed form.
    if (!cursor.at(')')) cursor.take(/ +/y);
  }
  cursor.take(/\)/y);
  return { items };
}

function parameters(cursor: Cursor): Map<string, Written> {
  const params = new Map<string, Written>();
  while (cursor.at(';')) {
    cursor.take(/; */y);
    const key = cursor.take(/[a-z*][a-z0-9_.*-]*/y);
    if (params.has(key)) throw unsigned(`a signature has two values for ${key}`);
    cursor.take(/=/y);
    params.set(key, bareItem(cursor));
  }
  return params;
}

function bareItem(cursor: Cursor): Written {
  if (cursor.at('"')) {
    const raw = cursor.take(/"(?:[ !#-[\]-~]|\\["\\])*"/y);
    return { raw, string: raw.slice(1, -1).replace(/\\(.)/g, '$1') };
  }
  if (cursor.at(':')) {
    const raw = cursor.take(/:[A-Za-z0-9+/=]*:/y);
    return { raw, bytes: fromBase64(raw.slice(1, -1)) };
  }
  if (/[A-Za-z*]/.test(cursor.next())) {
    const raw = cursor.take(/[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y);
    return { raw, token: raw };
  }
  const raw = cursor.take(/0|[1-9]\d{0,14}/y);
  return { raw, integer: Number(raw) };
}

class Cursor {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  ended = (): boolean => this.#position >= this.#text.length;
  next = (): string => this.#text[this.#position] ?? '';
  at = (character: string): boolean => this.next() === character;

  /** Moves over what a sticky pattern matches here. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (!match) throw unsigned('a signature header is malformed');
    this.#position = pattern.lastIndex;
    return match[0];
  }
}
