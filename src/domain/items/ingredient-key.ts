/** Reduces the name of an ingredient to a key. */

export const ingredientKey = (name: string, _locale: string): string =>
  (name.split(/[,(]/)[0] ?? '')
    .trim()
    .toLowerCase()
    .replace(/(?<=[a-z]{3})(?:(?<=o)es|(?<!s)s)$/, '');
