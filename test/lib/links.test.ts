/** Documents and comments name only files, headings and decision records that exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const exists = (file: string) => existsSync(join(root, file));
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:md|ts|js|css|sh|yml|prisma|service|socket|timer|conf)$|file$|^\.ci\//.test(file))
  // Landed migrations are never edited. docs/decisions/README.md explains the numbers in them.
  .filter((file) => exists(file) && !file.startsWith('prisma/migrations/'));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const documents = files.filter((file) => file.endsWith('.md'));
const records = files.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).toSorted();
const numberOf = (record: string) => record.slice('docs/decisions/'.length).slice(0, 4);

/** Each match of the pattern, with its file. */
const find = (pattern: RegExp, within = files) =>
  within.flatMap((file) =>
    [...texts.get(file)!.matchAll(pattern)].map(([text, one = '', other = '']) => ({ file, text, one, other })),
  );

/** The anchors of headings, as forges derive them. */
const anchorsOf = (file: string): string[] =>
  find(/^#+ (.*)$/gm, [file]).map(({ one }) =>
    one
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isBroken({ file, one: target }: { file: string; one: string }): boolean {
  const [path = '', anchor] = target.split('#');
  const linked = path === '' ? file : join(dirname(file), path);
  return !exists(linked) || (anchor !== undefined && !anchorsOf(linked).includes(anchor));
}

test('links between documents lead to files and headings', () => {
  const links = find(/\]\((?![a-z]+:)([^()\s]+)\)/g, documents);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(isBroken)).toEqual([]);
});

test('only records that exist are named, by their own numbers', () => {
  const paths = find(/\bdecisions\/(\d{4}[\w-]*(?:\.md)?)/g);
  const numbers = find(/\brecords? \[?(\d{4})\b/gi);
  const labels = find(/\[(?:\w+ )?(\d{4})\]\([^)]*?(\d{4})-/g, documents);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter(({ one }) => !exists(`docs/decisions/${one}`))).toEqual([]);
  expect(numbers.filter(({ one }) => !records.map(numberOf).includes(one))).toEqual([]);
  expect(labels.filter(({ one, other }) => one !== other)).toEqual([]);
});

test('records are numbered without gaps, have one form, and are listed with their titles', () => {
  expect(records.map(numberOf)).toEqual(records.map((_, index) => String(index + 1).padStart(4, '0')));
  for (const record of records) {
    const [, title] = new RegExp(`^# ${numberOf(record)}\\. (.+)\n`).exec(texts.get(record)!) ?? [];
    const line = `- [${numberOf(record)}](${record.slice('docs/decisions/'.length)}): ${title}\n`;
    expect(texts.get('docs/decisions/README.md')).toContain(line);
    const parts = find(/^## (.*)$/gm, [record]).map(({ one }) => one);
    expect(parts, record).toEqual(['Context', 'Decision', 'Consequence']);
  }
});

test('records name files that exist', () => {
  const named = find(/`((?:src|workers|test|prisma|docs)\/[\w./-]+)`/g, records);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ one }) => !exists(one))).toEqual([]);
});
