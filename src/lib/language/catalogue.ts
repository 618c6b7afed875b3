/** Reads the messages of a language from src/messages, when they are first needed, and compiles each on first use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { root } from '../paths.ts';
import { defaultLanguage, directionOf, type Language, pseudoLanguage } from './languages.ts';

/** A message without arguments is its text. */
type Compiled = string | ReturnType<typeof toPseudo>;

const catalogues = new Map<Language, Map<string, string>>();
const compiled = new Map<string, Compiled>();

/** Returns the texts by key, such as `recipe.cook`, in ICU MessageFormat. */
export function catalogueOf(language: Language): Map<string, string> {
  const known = catalogues.get(language);
  if (known) return known;
  const texts = readCatalogue(language === pseudoLanguage ? defaultLanguage : language);
  catalogues.set(language, texts);
  return texts;
}

function readCatalogue(language: string): Map<string, string> {
  const sections: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(join(root, `src/messages/${language}.json`), 'utf8'),
  );
  return new Map(
    Object.entries(sections).flatMap(([section, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${section}.${key}`, text] as const),
    ),
  );
}

/** A message that a language lacks is in English. */
export function compiledMessage(language: Language, key: string): Compiled {
  const id = `${language} ${key}`;
  const known = compiled.get(id);
  if (known !== undefined) return known;
  const text = catalogueOf(language).get(key);
  if (text === undefined && language === defaultLanguage) throw new Error(`no message ${key}`);
  const message = text === undefined ? compiledMessage(defaultLanguage, key) : compile(language, text);
  compiled.set(id, message);
  return message;
}

function compile(language: Language, text: string): Compiled {
  if (language === pseudoLanguage) return toPseudo(text);
  if (!/[{<']/.test(text)) return text;
  return new IntlMessageFormat(directionOf(language) === 'rtl' ? withIsolates(text) : text, language);
}

/** Text that people copy stays free of invisible characters. */
const copied = ['command', 'endpoint', 'iri', 'link', 'origin', 'url'];

/** Sizes, paths and names in a sentence from right to left keep their own direction, between U+2068 and U+2069. */
const withIsolates = (text: string): string =>
  text.replaceAll(/\{(\w+)(?:, (?:number|date|time)\b[^{}]*)?\}/g, (argument, name: string) =>
    copied.includes(name) ? argument : `\u2068${argument}\u2069`,
  );

// Turns an English message into one with accents that is a third longer, such as `[Çöök·····]`

type Ast = Extract<ConstructorParameters<typeof IntlMessageFormat>[0], unknown[]>;
type Element = Ast[number];

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = [...'àƀçđéƒĝĥîĵķļɱñöþɋŕšŧûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŦÛṼŴẊÝŽ'];
const literal = 0;

function toPseudo(text: string) {
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
