/** Walks the tags of any HTML, even invalid, in linear time without building a tree. */
import { Tokenizer } from 'htmlparser2';

export interface HtmlVisitor {
  open?(name: string, attributes: Map<string, string>): void;
  close?(name: string): void;
  /** Entities are decoded. A text may arrive in pieces. */
  text?(text: string): void;
}

export function walkHtml(html: string, visitor: HtmlVisitor): void {
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  const opened = () => visitor.open?.(name, attributes);

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => visitor.close?.(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => visitor.text?.(html.slice(start, end)),
      ontextentity: (codepoint) => visitor.text?.(String.fromCodePoint(codepoint)),
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );

  tokenizer.write(html);
  tokenizer.end();
}
