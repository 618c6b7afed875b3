/** Walks the tags of any HTML or XML, even invalid, in linear time without building a tree. */
import { Tokenizer } from 'htmlparser2';

export interface HtmlVisitor {
  open?(name: string, attributes: Map<string, string>): void;
  close?(name: string): void;
  /** Entities are decoded. A text may arrive in pieces. */
  text?(text: string): void;
}

const CHUNK = 2 ** 16;

export function walkHtml(html: string, visitor: HtmlVisitor): void {
  const tokenizer = tokenizerOf(html, visitor, false);
  tokenizer.write(html);
  tokenizer.end();
}

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
