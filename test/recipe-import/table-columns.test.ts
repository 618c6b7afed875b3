/** Tables whose columns have names that we do not know. */
import { describe, expect, test } from 'vitest';
import { areEnoughColumns, nameColumns, previewTable } from '../../src/recipe-import/formats/tables.ts';
import { readText } from './read-content.ts';

describe('an unknown table', () => {
  test('is guessed by the names of its columns, and else by what is in them', () => {
    const long = '"Stir everything, let it rest for a while, and bake it until it is golden brown."';
    const rows = [1, 2].map((n) =>
      [
        '',
        `Cake ${n}`,
        `https://a.example/${n}`,
        `https://a.example/${n}.jpg`,
        `"2 eggs\n1 cup milk"`,
        long,
        '20 min',
        '4',
      ].join(','),
    );
    const preview = previewTable(['id,what,where,look,stuff,doing,how long,Portionen', ...rows].join('\n'))!;
    expect(preview.guesses).toEqual([
      null,
      'title',
      'url',
      'image',
      'ingredients',
      'instructions',
      'total-time',
      'yield',
    ]);
    expect(preview.rows[0]![4]).toBe('2 eggs\n1 cup milk');
  });

  test('has several columns for one list, which are its lines', () => {
    const text = nameColumns(
      'a|b|c|d\nToast|2 slices bread|1 tbsp butter|Toast it.\n',
      ['title', 'ingredients', 'ingredients', 'instructions'],
      true,
    );
    const { draft } = readText(text, 'x.csv').recipes[0]!;
    expect(draft.ingredients.map(({ name }) => name)).toEqual(['bread', 'butter']);
    expect(draft.name).toBe('Toast');
  });

  test('needs a column for the name and one for ingredients or method', () => {
    expect(areEnoughColumns(['title', null, 'tags'])).toBe(false);
    expect(areEnoughColumns(['ingredients', 'instructions'])).toBe(false);
    expect(areEnoughColumns(['title', 'instructions'])).toBe(true);
  });

  test('is none with one column, without rows, or with too many columns', () => {
    for (const text of ['a\nb\nc', 'a,b', '', `${'a,'.repeat(100)}\n${'b,'.repeat(100)}`, 'a,b\0\n1,2'])
      expect(previewTable(text)).toBeNull();
  });

  test('takes little time, however long its cells are', () => {
    const started = performance.now();
    previewTable(`a,b\n"${'1,'.repeat(2 ** 19)}",${'x '.repeat(2 ** 19)}\n`);
    previewTable(`a,b\n${'",'.repeat(2 ** 19)}`);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
