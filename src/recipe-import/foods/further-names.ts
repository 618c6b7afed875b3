/** Reads the names of the commonest foods in languages beyond the tables of foods. */
import { ASIAN_LANGUAGES, EUROPEAN_LANGUAGES, type FoodLanguage } from './languages.ts';
import { ASIAN_NAMES } from './names-asia.ts';
import { EUROPEAN_NAMES } from './names-europe.ts';

/** Returns each key with its names, separated by commas. */
export function furtherNames(language: FoodLanguage): [key: string, names: string][] {
  return [
    ...columnOf(EUROPEAN_NAMES, EUROPEAN_LANGUAGES, language),
    ...columnOf(ASIAN_NAMES, ASIAN_LANGUAGES, language),
  ];
}

function columnOf(
  table: string,
  languages: readonly FoodLanguage[],
  language: FoodLanguage,
): [key: string, names: string][] {
  const column = languages.indexOf(language) + 1;
  if (column === 0) return [];
  return table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map((cells) => [cells[0]!, cells[column] ?? '']);
}
