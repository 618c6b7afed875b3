/** `npm ci` prints no engine warning on the oldest Node that the README names (docs/decisions/0010-libraries.md). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { engines?: object }>;
};

test('the lockfile has only the engines of Potluck: run `npm run lockfile`', () => {
  expect(Object.keys(packages).length).toBeGreaterThan(300);
  expect(Object.keys(packages).filter((path) => packages[path]?.engines)).toEqual(['']);
});

test('package.json and the README require the same Node version', () => {
  const [, oldest] = /Node ≥ (\d+\.\d+)/.exec(read('README.md')) ?? [];
  expect(packages['']?.engines).toEqual({ node: `>=${oldest}` });
});
