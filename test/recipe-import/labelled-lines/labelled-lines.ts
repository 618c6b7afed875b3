/**
 * Reads the labelled ingredient lines and scores the parser on them. A label states quantity, unit and name, as in
 * `2 EL Öl => 2 | tbsp | Öl`; `-` is nothing, and ` ~ ` separates names that are equally right.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngredientDraft, Rational } from '../../../src/recipe-import/draft.ts';
import { parseIngredientLine } from '../../../src/recipe-import/ingredient-line.ts';
import { sharedPath } from '../../support/shared.ts';

export interface LabelledLine {
  line: string;
  quantity: string;
  unit: string;
  names: string[];
}

export interface Score {
  lines: number;
  right: number;
  /** The first wrong lines, for a person. */
  wrong: string[];
}

/** Returns the labelled lines by language. `shared` are lines of real sites, known by site and position. */
export function readLabelledLines(): Map<string, LabelledLine[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'));
  const lines = files.map((name): [string, LabelledLine[]] => [
    name.replace('.txt', ''),
    readFileSync(join(import.meta.dirname, name), 'utf8')
      .split('\n')
      .filter((row) => row !== '')
      .map(readLabel),
  ]);
  const byLanguage = new Map(lines);
  byLanguage.set('shared', withSharedText(byLanguage.get('shared') ?? []));
  return byLanguage;
}

export function scoreLines(lines: LabelledLine[]): Score {
  const wrong = lines.map(mistakeIn).filter((mistake) => mistake !== null);
  return { lines: lines.length, right: lines.length - wrong.length, wrong };
}

function readLabel(row: string): LabelledLine {
  const [line, label] = row.split(' => ');
  const [quantity, unit, name] = label!.split(' | ');
  return { line: line!, quantity: quantity!, unit: unit!, names: name!.split(' ~ ') };
}

function withSharedText(labels: LabelledLine[]): LabelledLine[] {
  const folder = sharedPath('recipes');
  if (folder === null) return [];
  return labels.map((label) => {
    const [site, position] = label.line.split(' ');
    return { ...label, line: listedIn(join(folder, `${site}.json`))[Number(position)]! };
  });
}

function listedIn(path: string): string[] {
  const found: unknown[] = [];
  JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) => {
    if (key === 'recipeIngredient' || key === 'ingredients') found.push(value);
    return value;
  });
  const lines = found.flat().filter((line) => typeof line === 'string');
  return lines.map((line) =>
    line.replaceAll('&frac12;', '½').replaceAll('&#8531;', '⅓').replace('&amp;', '&'),
  );
}

function mistakeIn({ line, quantity, unit, names }: LabelledLine): string | null {
  const read = parseIngredientLine(line);
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const isRight =
    amountOf(read) === quantity &&
    same(read.unit ?? '-', unit) &&
    names.some((name) => same(name, read.name));
  return isRight
    ? null
    : `${line} => ${amountOf(read)} | ${read.unit ?? '-'} | ${read.name}  (expected ${quantity} | ${unit} | ${names.join(' ~ ')})`;
}

function amountOf({ quantity, quantityMax }: IngredientDraft): string {
  if (!quantity) return '-';
  return quantityMax ? `${fraction(quantity)}-${fraction(quantityMax)}` : fraction(quantity);
}

const fraction = ({ numerator, denominator }: Rational) =>
  denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;
