/** Tables that people edit: a malformed line is named in the error. */
import { describe, expect, it } from 'vitest';
import { anyText, openTable } from '../../src/lib/table.ts';

const columns = { language: '[a-z]{2}', factor: '\\d+', words: anyText };
const parse = (text: string, first?: string) => openTable('units.tsv', columns, () => text)(first);
const header = '# Words for units.\nlanguage\tfactor\twords\n';

describe('a table', () => {
  it('has comments, the names of its columns and one fact a line', () => {
    const rows = [
      { language: 'de', factor: '1', words: 'Bund, Bündel' },
      { language: 'en', factor: '12', words: 'dozen' },
    ];
    expect(parse(`${header}de\t1\tBund, Bündel\nen\t12\tdozen\n`)).toEqual(rows);
    expect(parse(`${header}de\t1\tBund, Bündel\nen\t12\tdozen\n`.replaceAll('\n', '\r\n'))).toEqual(rows);
    expect(parse(`${header}de\t1\tBund, Bündel\nen\t12\tdozen`)).toEqual(rows);
    expect(parse(header)).toEqual([]);
  });

  it('gives the lines with one cell in the first column', () => {
    const text = `${header}de\t1\tBund\nen\t1\tbunch\nen\t12\tdozen\nfr\t1\tbotte\n`;
    expect(['de', 'en', 'fr', 'e', 'it'].map((first) => parse(text, first).map(({ words }) => words))).toEqual([
      ['Bund'],
      ['bunch', 'dozen'],
      ['botte'],
      [],
      [],
    ]);
    expect(parse(`${header}en\t1\tbunch\nde\t1\tBund\nen\t12\tdozen\n`, 'en')).toHaveLength(2);
  });

  it.each([
    ['spaces instead of tabs', 'de\t1\tBund\nen 1 bunch\n', '4: expected 3 columns with tabs between them, found 1'],
    ['a column too many', 'de\t1\tBund\tBündel\n', '3: expected 3 columns with tabs between them, found 4'],
    ['an empty line', 'de\t1\tBund\n\nen\t1\tbunch\n', '4: expected 3 columns with tabs between them, found 1'],
    ['a cell that its column does not allow', 'de\t1o\tBund\n', '3: "1o" is not valid in the column factor'],
    ['an empty cell', 'de\t1\t\n', '3: "" is not valid in the column words'],
  ])('with %s throws an error with file and line', (_, lines, problem) => {
    expect(() => parse(header + lines)).toThrow(`src/reference-data/units.tsv:${problem}`);
  });

  it.each(['', 'language\twords\nde\tBund\n', 'de\t1\tBund\n', '# Words for units.\n'])(
    'without the names of its columns throws an error',
    (text) => expect(() => parse(text)).toThrow(/units\.tsv:\d: expected the columns language, factor, words/),
  );
});
