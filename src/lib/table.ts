/** Reads the tables in src/reference-data/: text that people edit, with tabs between the columns. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lazy } from './lazy.ts';
import { root } from './paths.ts';

const folder = 'src/reference-data';

/** Each column with the source of a regular expression that matches its cells. */
type Columns<Name extends string> = Record<Name, string>;

/** Parses all lines, or only those with this cell in the first column. */
type Table<Name extends string> = (first?: string) => Record<Name, string>[];

/** Matches any cell. */
export const anyText = '[^\\t\\n]+';

/**
 * Reads the file when its lines are first needed: comments that start with #, a line that names the columns, and one
 * fact on each further line. Throws an error with file and line if it is malformed.
 */
export function openTable<Name extends string>(
  file: string,
  columns: Columns<Name>,
  read = () => readFileSync(join(root, folder, file), 'utf8'),
): Table<Name> {
  const names = Object.keys(columns) as Name[];
  // A text takes twice the memory of its bytes, and few languages are in use on one server.
  const facts = lazy(() => Buffer.from(`\n${factsOf(read().replaceAll('\r\n', '\n'), file, columns)}\n`));
  return (first) => {
    const bytes = facts();
    const start = first === undefined ? 0 : bytes.indexOf(`\n${first}\t`);
    if (start < 0) return [];
    const last = first === undefined ? bytes.length - 1 : bytes.indexOf('\n', bytes.lastIndexOf(`\n${first}\t`) + 1);
    const lines = bytes.toString('utf8', start + 1, last).split('\n');
    const rows = lines.filter(Boolean).map((line) => {
      const cells = line.split('\t');
      const row = {} as Record<Name, string>;
      for (let column = 0; column < names.length; column += 1) row[names[column]!] = cells[column]!;
      return row;
    });
    return first === undefined ? rows : rows.filter((row) => row[names[0]!] === first);
  };
}

/** Returns the lines below the names of the columns. */
function factsOf(text: string, file: string, columns: Columns<string>): string {
  const names = Object.keys(columns);
  const fail = (before: string, problem: string): never => {
    throw new Error(`${folder}/${file}:${before.split('\n').length}: ${problem}`);
  };
  const [start = '', comments = '', header] = /^((?:#.*\n)*)(.*)\n?/.exec(text) ?? [];
  if (header !== names.join('\t')) fail(comments, `expected the columns ${names.join(', ')}`);

  const facts = text.slice(start.length).replace(/\n$/, '');
  const line = Object.values(columns).map((cell) => `(?:${cell})`);
  const malformed = new RegExp(`^(?!${line.join('\\t')}$).*`, 'mu').exec(facts);
  if (facts === '' || malformed === null) return facts;
  const before = start + facts.slice(0, malformed.index);
  const cells = malformed[0].split('\t');
  if (cells.length !== names.length)
    fail(before, `expected ${names.length} columns with tabs between them, found ${cells.length}`);
  const wrong = cells.findIndex((cell, column) => !new RegExp(`^${line[column]}$`, 'u').test(cell));
  return fail(before, `${JSON.stringify(cells[wrong])} is not valid in the column ${names[wrong]}`);
}
