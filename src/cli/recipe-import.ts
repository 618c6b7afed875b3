/** Imports recipes from files or stdin into an account, and says of each what was understood and what was not. */
import { basename } from 'node:path';
import { getActiveMember } from '../domain/accounts/members.ts';
import { getOfType } from '../domain/eventables/read.ts';
import { viewerOf } from '../domain/eventables/visibility.ts';
import { importRecipe } from '../domain/moving/import-recipe.ts';
import { readFile } from '../domain/recipes/reading/file.ts';
import type { ImportedRecipe } from '../domain/recipes/reading/import-result.ts';
import { DomainError, explain } from '../lib/errors.ts';
import type { Call, Run } from './command.ts';
import { withDatabase } from './database.ts';
import { Failure, WrongUsage } from './outcome.ts';
import { readBytes } from './read-text.ts';

interface Imported extends Pick<ImportedRecipe, 'understood' | 'notUnderstood'> {
  file: string;
  id: number;
  name: string;
  slug: string;
  url: string | null;
  alreadyHere: boolean;
}

export const run: Run = ({ args: files, options: { account }, say }) => {
  if (account === undefined) throw new WrongUsage('--account is missing');
  return withDatabase(async () => {
    const { id } = await getActiveMember(account);
    const imported: Imported[] = [];
    const failures: string[] = [];

    for (const [at, file] of files.entries()) {
      if (files.length > 1) say(`[${at + 1}/${files.length}] ${file}`);
      await importFile(file, id, { imported, failures, say });
    }

    if (files.length > 1) {
      const lines = imported.reduce((sum, { understood }) => sum + understood.ingredients, 0);
      say(
        `${counted(imported.length, 'recipe')} with ${counted(lines, 'ingredient')} from ${files.length} files`,
      );
    }
    if (failures.length > 0) throw new Failure(failures.join('; '), imported);
    return imported;
  });
};

interface Progress {
  imported: Imported[];
  failures: string[];
  say: Call['say'];
}

async function importFile(file: string, accountId: number, { imported, failures, say }: Progress) {
  const fail = (why: string) => {
    failures.push(`${file}: ${why}`);
    say(`  failed: ${why}`);
  };

  let bytes: Buffer;
  try {
    bytes = await readBytes(file);
  } catch (error) {
    return fail(unreadable(error));
  }

  const { recipes, problems } = await readFile(bytes, file === '-' ? null : basename(file));
  if (recipes.length === 0) return fail(problems.join(' '));
  for (const problem of problems) say(`  problem: ${problem}`);

  for (const recipe of recipes) {
    try {
      const result = { file, ...(await store(recipe, accountId)) };
      imported.push(result);
      for (const line of report(result)) say(`  ${line}`);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      fail(`${recipe.draft.name}: ${explain(error)}`);
    }
  }
}

async function store(recipe: ImportedRecipe, accountId: number) {
  const { understood, notUnderstood } = recipe;
  const { id, isOld } = await importRecipe(accountId, recipe);
  const { name, slug, url } = await getOfType('recipe', id, viewerOf(accountId));
  return { id, name, slug, url, alreadyHere: isOld, understood, notUnderstood };
}

function report({
  name,
  url,
  alreadyHere,
  understood: { ingredients, withQuantity, steps },
  notUnderstood,
}: Imported): string[] {
  if (alreadyHere) return [`${name}  ${url}`, 'already here'];
  return [
    `${name}  ${url}`,
    `understood: ${counted(ingredients, 'ingredient')} (${withQuantity} with a quantity), ${counted(steps, 'step')}`,
    ...notUnderstood.map((sentence) => `not understood: ${sentence}`),
  ];
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return explain(error);
}
