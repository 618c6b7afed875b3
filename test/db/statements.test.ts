/** Compares the declared types of all hand-written statements with PostgreSQL's own description of them. */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStatement } from '../support/describe-statement.ts';
import { comparisons, generatedHead, readTypes } from '../support/statement-types.ts';

interface Described {
  /** The expression of the statement in the generated file. */
  path: string;
  texts: string[];
}

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/statements');
const files = globSync('src/db/sql/**/*.ts', { cwd: root }).sort();

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL! });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Finds exported statements, also those in exported objects. */
function statementsIn(value: unknown, path: string): Described[] {
  if (typeof value === 'function' && 'texts' in value) return [{ path, texts: value.texts as string[] }];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => statementsIn(each, `${path}['${name}']`));
}

async function tableColumns(): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table_name: string; columns: string[] }>(
    `SELECT table_name::text, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' GROUP BY 1`,
  );
  return new Map(rows.map(({ table_name, columns }) => [table_name, columns]));
}

/** Compiles the lines and returns the compiler's messages with the comparison that each is about. */
async function compile(head: string, lines: string[]): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const offset = head.split('\n').length;
  const checks = lines.map((line, index) => `export const c${index}: ${line} = true;`);
  writeFileSync(join(folder, 'statements.ts'), [head, ...checks].join('\n'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [], files: ['statements.ts'] }),
  );
  const tsc = promisify(execFile)(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    folder,
    '--pretty',
    'false',
  ]);
  const output = await tsc.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  return output
    .split('\n')
    .filter((line) => /error TS/.test(line))
    .map((line) => {
      const [, number, message] = /statements\.ts\((\d+),\d+\): error TS\d+: (.*)/.exec(line) ?? [];
      return number ? `${lines[Number(number) - offset - 1]}: ${message}` : line;
    });
}

test('PostgreSQL describes every statement as its types declare it', async () => {
  const modules = files.map((file) => relative(folder, join(root, file)));
  const found = await Promise.all(
    files.map(async (file, index) =>
      Object.entries((await import(join(root, file))) as Record<string, unknown>).flatMap(([name, value]) =>
        statementsIn(value, `typeof m${index}['${name}']`),
      ),
    ),
  );
  const tables = await tableColumns();
  const types = await readTypes(client);
  const lines: string[] = [];
  const rejected: string[] = [];
  for (const { path, texts } of found.flat())
    for (const text of texts)
      await describeStatement(client, text).then(
        (description) => lines.push(...comparisons(path, text, description, types, tables)),
        (error: Error) => rejected.push(`${path}: ${error.message}`),
      );
  expect(rejected).toEqual([]);
  expect(found.flat().length).toBeGreaterThan(250);
  expect(await compile(generatedHead(modules), lines)).toEqual([]);
});
