/** docs/security.md names limits as the code has them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const text = readFileSync(resolve('docs/security.md'), 'utf8');
const rows = text
  .slice(text.indexOf('## Limits'), text.indexOf('## What is not'))
  .split('\n')
  .filter((line) => line.includes('.ts` |'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const limits = rows.map(([, name, value, file, code]) => ({
  name: name!,
  value: value!,
  file: file!.replaceAll('`', ''),
  code: [...code!.matchAll(/`([^`]+)`/g)].map(([, each]) => each!),
}));

test.each(limits)('$name: $value', ({ file, code }) => {
  const source = readFileSync(resolve(file), 'utf8');
  expect(code.length).toBeGreaterThan(0);
  expect(code.filter((each) => !contains(source, each))).toEqual([]);
});

const tried = text
  .slice(text.indexOf('## What was tried'))
  .split('\n')
  .flatMap((line) => [/`(test\/\S+\.test\.ts)`(?:: (.+))? \|$/.exec(line) ?? []].filter(({ length }) => length > 0));

test('the tests of what was tried exist', () => {
  expect(tried.length).toBeGreaterThan(15);
  const missing = tried.filter(([, file, name]) => !readFileSync(resolve(file!), 'utf8').includes(name ?? ''));
  expect(missing.map(([line]) => line)).toEqual([]);
});

test('the table is read', () => {
  expect(limits.length).toBeGreaterThan(35);
  expect(contains('maxBytes = 10;', 'maxBytes = 1')).toBe(false);
});

/** A number must not be the beginning of a larger one. */
function contains(source: string, code: string): boolean {
  const at = source.indexOf(code);
  return at >= 0 && !/^[\d_]/.test(source.slice(at + code.length));
}
