/** Turns an English message into one with accents that is a third longer, such as `[Çöök·····]`. */
import { IntlMessageFormat } from 'intl-messageformat';
import { defaultLanguage } from './languages.ts';

type Ast = Extract<ConstructorParameters<typeof IntlMessageFormat>[0], unknown[]>;
type Element = Ast[number];

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = [...'àƀçđéƒĝĥîĵķļɱñöþɋŕšŧûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŦÛṼŴẊÝŽ'];
const literal = 0;

export function toPseudo(text: string) {
  return new IntlMessageFormat(new IntlMessageFormat(text, defaultLanguage).getAst().map(accent), defaultLanguage);
}

/** Only literal text changes: arguments, and the branches that an argument chooses, stay. */
function accent(element: Element): Element {
  if (element.type === literal) return { ...element, value: lengthen(element.value) };
  if ('children' in element) return { ...element, children: element.children.map(accent) };
  if (!('options' in element)) return element;
  const options = Object.entries(element.options).map(([name, { value, ...rest }]) => [
    name,
    { ...rest, value: value.map(accent) },
  ]);
  return { ...element, options: Object.fromEntries(options) };
}

function lengthen(text: string): string {
  const letters = [...text].map((letter) => accented[plain.indexOf(letter)] ?? letter).join('');
  return letters + '·'.repeat(Math.ceil(text.trim().length / 3));
}
