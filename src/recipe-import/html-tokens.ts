/** Walks the tags of any HTML or XML, even invalid, in linear time without building a tree. */
import { Tokenizer } from 'htmlparser2';

/** The attributes of a tag. They are parsed when the first one is asked for, since most never are. */
export interface Attributes {
  /** Takes a lower-case name. Entities are decoded; an attribute without a value is ''. */
  get(name: string): string | undefined;
  has(name: string): boolean;
}

export interface HtmlVisitor {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** Entities are decoded, except in scripts and styles. A text may arrive in pieces. */
  text?(text: string): void;
}

/** Elements without content or end tag (HTML Standard, 13.1.2). */
export const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Elements whose content has no tags, and whether it has entities (HTML Standard, 13.1.2). */
const RAW = new Map([
  ['script', false],
  ['style', false],
  ['textarea', true],
  ['title', true],
]);

const [TAB, LINE_FEED, FORM_FEED, CARRIAGE_RETURN, SPACE] = [9, 10, 12, 13, 32];
const [BANG, DOUBLE_QUOTE, SINGLE_QUOTE, SLASH, EQUALS, GREATER, QUESTION] = [33, 34, 39, 47, 61, 62, 63];

/** Jumps from tag to tag, so that long scripts, comments and texts cost next to nothing. */
export function walkHtml(html: string, visitor: HtmlVisitor): void {
  let at = 0;

  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start !== at) visitor.text?.(decodeText(html.slice(at, start < 0 ? undefined : start)));
    if (start < 0) return;

    const code = html.charCodeAt(start + 1);
    if (isLetter(code)) at = openTag(html, start, visitor);
    else if (code === SLASH && isLetter(html.charCodeAt(start + 2))) at = closeTag(html, start, visitor);
    else if (code === BANG || code === QUESTION || code === SLASH) at = endOfComment(html, start);
    else {
      visitor.text?.('<');
      at = start + 1;
    }
  }
}

/** Returns the index after the tag, and after the content of a raw element. */
function openTag(html: string, start: number, visitor: HtmlVisitor): number {
  const nameEnd = endOfName(html, start + 1);
  const name = html.slice(start + 1, nameEnd).toLowerCase();
  const end = endOfAttributes(html, nameEnd);
  if (end < 0) return html.length;

  visitor.open?.(name, new TagAttributes(html.slice(nameEnd, end)));
  const hasEntities = RAW.get(name);
  if (hasEntities === undefined) return end + 1;

  const contentEnd = endOfRaw(html, end + 1, name);
  const content = html.slice(end + 1, contentEnd);
  if (content !== '') visitor.text?.(hasEntities ? decodeText(content) : content);
  return contentEnd;
}

function closeTag(html: string, start: number, visitor: HtmlVisitor): number {
  const nameEnd = endOfName(html, start + 2);
  const end = html.indexOf('>', nameEnd);
  if (end < 0) return html.length;
  visitor.close?.(html.slice(start + 2, nameEnd).toLowerCase());
  return end + 1;
}

function endOfComment(html: string, start: number): number {
  if (!html.startsWith('<!--', start)) return after(html, '>', start + 2);
  // `<!-->` and `<!--->` are whole comments.
  const empty = /^-?>/.exec(html.slice(start + 4, start + 6))?.[0];
  return empty === undefined ? after(html, '-->', start + 4) : start + 4 + empty.length;
}

function after(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from);
  return at < 0 ? html.length : at + end.length;
}

/** Returns the index of the closing tag, or of the end of the page. */
function endOfRaw(html: string, from: number, name: string): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    const nameEnd = at + 2 + name.length;
    const isEnd = isSpace(html.charCodeAt(nameEnd)) || '/>'.includes(html[nameEnd] ?? ' ');
    if (isEnd && html.slice(at + 2, nameEnd).toLowerCase() === name) return at;
  }
  return html.length;
}

function endOfName(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === GREATER || code === SLASH || isSpace(code)) break;
  }
  return at;
}

/** Returns the index of the `>` that ends the tag, or -1. Calls back with the places of each attribute. */
function endOfAttributes(
  html: string,
  from: number,
  found?: (nameStart: number, nameEnd: number, valueStart: number, valueEnd: number) => void,
): number {
  let at = from;

  while (at < html.length) {
    const code = html.charCodeAt(at);
    if (code === GREATER) return at;
    if (code === SLASH || isSpace(code)) {
      at += 1;
      continue;
    }

    const nameStart = at;
    at += 1;
    while (at < html.length && !endsAttributeName(html.charCodeAt(at))) at += 1;
    const nameEnd = at;
    at = skipSpace(html, at);
    if (html.charCodeAt(at) !== EQUALS) {
      found?.(nameStart, nameEnd, at, at);
      continue;
    }

    at = skipSpace(html, at + 1);
    const quote = html.charCodeAt(at);
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
      const end = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", at + 1);
      if (end < 0) return -1;
      found?.(nameStart, nameEnd, at + 1, end);
      at = end + 1;
    } else {
      const valueStart = at;
      while (at < html.length && html.charCodeAt(at) !== GREATER && !isSpace(html.charCodeAt(at))) at += 1;
      found?.(nameStart, nameEnd, valueStart, at);
    }
  }
  return -1;
}

function skipSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return at;
}

const endsAttributeName = (code: number): boolean =>
  code === EQUALS || code === GREATER || code === SLASH || isSpace(code);

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

const isSpace = (code: number): boolean =>
  code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED;

class TagAttributes implements Attributes {
  readonly #source: string;
  #values: Map<string, string> | null = null;

  /** @param source everything between the name and the end of the tag */
  constructor(source: string) {
    this.#source = source;
  }

  get(name: string): string | undefined {
    const value = this.#all().get(name);
    return value?.includes('&') ? decodeAttribute(value) : value;
  }

  has(name: string): boolean {
    return this.#all().has(name);
  }

  #all(): Map<string, string> {
    if (this.#values) return this.#values;
    const values = new Map<string, string>();
    const source = this.#source;
    endOfAttributes(`${source}>`, 0, (nameStart, nameEnd, valueStart, valueEnd) => {
      const name = source.slice(nameStart, nameEnd).toLowerCase();
      // The first of two attributes of a name counts.
      if (!values.has(name)) values.set(name, source.slice(valueStart, valueEnd));
    });
    this.#values = values;
    return values;
  }
}

/** Decodes the entities of a text. `<` stays itself. */
export function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  const pieces: string[] = [];
  tokenize(text.replaceAll('<', '&lt;'), { text: (piece) => pieces.push(piece) });
  return pieces.join('');
}

/** `&copy=1` is no entity in an attribute. */
function decodeAttribute(value: string): string {
  let decoded = '';
  const open = (_: string, attributes: Attributes) => {
    decoded = attributes.get('a') ?? '';
  };
  tokenize(`<a a="${value.replaceAll('"', '&quot;')}">`, { open });
  return decoded;
}

function tokenize(html: string, visitor: HtmlVisitor): void {
  const tokenizer = tokenizerOf(html, visitor, false);
  tokenizer.write(html);
  tokenizer.end();
}

// Walks HTML or XML in pieces

const CHUNK = 2 ** 16;

/**
 * Yields after each piece of the document, so that a caller can use what was found, or stop. Names are in lower case.
 * In XML only the five entities of every document and numbers are decoded, and an empty element is opened and closed.
 */
export function* walkInPieces(text: string, visitor: HtmlVisitor, isXml: boolean): Generator<void> {
  const tokenizer = tokenizerOf(text, visitor, isXml);
  for (let at = 0; at < text.length; at += CHUNK) {
    tokenizer.write(text.slice(at, at + CHUNK));
    yield;
  }
  tokenizer.end();
}

function tokenizerOf(source: string, visitor: HtmlVisitor, isXml: boolean): Tokenizer {
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  const opened = () => visitor.open?.(name, attributes);

  return new Tokenizer(
    { decodeEntities: true, xmlMode: isXml },
    {
      onopentagname(start, end) {
        name = source.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = source.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += source.slice(start, end);
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: opened,
      onselfclosingtag() {
        opened();
        if (isXml) visitor.close?.(name);
      },
      onclosetag: (start, end) => visitor.close?.(source.slice(start, end).toLowerCase()),
      ontext: (start, end) => visitor.text?.(source.slice(start, end)),
      ontextentity: (codepoint) => visitor.text?.(String.fromCodePoint(codepoint)),
      oncdata(start, end, endOffset) {
        if (isXml) visitor.text?.(source.slice(start, end - endOffset));
      },
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
}
