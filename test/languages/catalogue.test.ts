/** The catalogue of messages: complete, used, and the only place with text for readers. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { catalogueOf } from '../../src/lib/language/catalogue.ts';
import { type Language, languages } from '../../src/lib/language/languages.ts';
import { findUntranslated, findUntranslatedIn, messageUses } from './untranslated.ts';

const root = resolve(import.meta.dirname, '../..');
const english = catalogueOf('en');
const others = Object.keys(languages).filter((language) => language !== 'en') as Language[];

type Ast = ReturnType<IntlMessageFormat['getAst']>;
const astOf = (text: string, language: string): Ast => new IntlMessageFormat(text, language).getAst();

/** Names of arguments and tags, with their formats. */
function argumentsOf(ast: Ast): string[] {
  const found = ast.flatMap((element) => {
    if ('children' in element) return [`<${element.value}>`, ...argumentsOf(element.children)];
    if ('options' in element) {
      const inner = Object.values(element.options).flatMap(({ value }) => argumentsOf(value));
      return [element.value, ...inner];
    }
    return element.type === 0 || element.type === 7 ? [] : [element.value];
  });
  return [...new Set(found)].toSorted();
}

const englishArguments = new Map([...english].map(([key, text]) => [key, argumentsOf(astOf(text, 'en'))]));

/** Every branch that the plurals of a language need. */
function missingPlurals(ast: Ast, language: string): string[] {
  return ast.flatMap((element) => {
    if ('children' in element) return missingPlurals(element.children, language);
    if (!('options' in element)) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => missingPlurals(value, language));
    if (element.type !== 6) return inner;
    const { pluralCategories } = new Intl.PluralRules(language, {
      type: element.pluralType ?? 'cardinal',
    }).resolvedOptions();
    // French, Spanish, Italian and Portuguese say "many" of millions only, as they say "other".
    const needed = ['fr', 'es', 'it', 'pt-BR'].includes(language)
      ? pluralCategories.filter((category) => category !== 'many')
      : pluralCategories;
    return [...inner, ...needed.filter((category) => !element.options[category])];
  });
}

test.each(others)('%s has every message, with the same arguments, and no other', (language) => {
  const texts = catalogueOf(language);
  const missing = [...english.keys()].filter((key) => !texts.get(key)?.trim());
  const unknown = [...texts.keys()].filter((key) => !english.has(key));
  expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });

  const wrong = [...texts].flatMap(([key, text]) => {
    const ast = astOf(text, language);
    const expected = englishArguments.get(key);
    const plurals = missingPlurals(ast, language);
    return String(argumentsOf(ast)) === String(expected) && plurals.length === 0 ? [] : [{ key, text, plurals }];
  });
  expect(wrong).toEqual([]);
});

test('English has every plural', () => {
  const wrong = [...english].filter(([, text]) => missingPlurals(astOf(text, 'en'), 'en').length > 0);
  expect(wrong).toEqual([]);
});

test('every message gets its arguments', () => {
  const wrong = messageUses().flatMap(({ file, line, key, given }) => {
    const needed = (englishArguments.get(key) ?? []).map((name) => name.replace(/^<(.*)>$/, '$1'));
    const missing = given ? needed.filter((name) => !given.includes(name)) : [];
    return missing.length > 0 ? [`${file}:${line} ${key}: ${missing.join(', ')}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('every message is used', () => {
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'workers'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const literals = new Set([...sources.matchAll(/['"`]([a-z][\w-]*\.[\w.-]+)['"`]/g)].map(([, key]) => key!));
  // t(`visibility.${value}`) uses every message of its form.
  const patterns = [...sources.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, template]) => new RegExp(`^${template!.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w-]*')}$`),
  );
  const unused = [...english.keys()].filter(
    (key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
  expect(literals.has('common.save')).toBe(true);
});

test('no text for readers is outside the catalogue', () => {
  expect(findUntranslated()).toEqual([]);
});

test('text is found in elements, in attributes that are read, in expressions and in errors', () => {
  const source = `
    const page = <p class="Big note" title="Two words">Salt the water<b lang="en">{isHot && 'Mind the steam'}</b></p>;
    const label = <input aria-label={\`Number of \${things}\`} value="1" /> || html\`<p>Stir it</p>\`;
    const error = invalid({ name: ['must be set'] });`;
  const found = findUntranslatedIn(source, 'src/web/example.tsx').map(({ text }) => text);
  expect(found.toSorted()).toEqual(
    ['Mind the steam', 'Number of …', 'Salt the water', 'Stir it', 'Two words', 'must be set'].toSorted(),
  );
});
