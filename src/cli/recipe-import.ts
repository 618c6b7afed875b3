/** Imports recipes from files or stdin, and reports what was understood of each and what was not. */
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { viewerOf } from '../domain/accounts/account.ts';
import { getOfType } from '../domain/items/read.ts';
import { fetchStatedPicture, importRecipe } from '../domain/migration/import-recipe.ts';
import { getActiveMember } from '../domain/moderation/members.ts';
import { DomainError, explain } from '../lib/errors.ts';
import { sentenceOf } from '../recipe-import/formats/single-file.ts';
import type { ImportedRecipe } from '../recipe-import/import-result.ts';
import { findRecipes } from '../recipe-import/read-file.ts';
import { CommandFailure, type Print } from './command.ts';
import { withDatabase } from './database.ts';
import { openInput } from './input.ts';

interface Imported extends Pick<ImportedRecipe, 'understood' | 'notUnderstood'> {
  file: string;
  id: number;
  name: string;
  /** Null for a draft. */
  slug: string | null;
  url: string | null;
  alreadyHere: boolean;
  /** True if its page has changed since it was imported. */
  changed: boolean;
  /** What is missing of it. */
  problem: string | null;
}

interface Options {
  account: string;
  /** Whether to fetch the pictures that the pages name. */
  pictures: boolean;
}

export const recipeImport = (print: Print, files: string[], { account, pictures }: Options) =>
  withDatabase(async () => {
    const { id } = await getActiveMember(account);
    const imported: Imported[] = [];
    const failures: string[] = [];

    for (const [at, file] of files.entries()) {
      if (files.length > 1) print(`[${at + 1}/${files.length}] ${file}`);
      await importFile(file, id, { imported, failures, print, pictures });
    }

    if (files.length > 1) {
      const lines = imported.reduce((sum, { understood }) => sum + understood.ingredients, 0);
      print(`${counted(imported.length, 'recipe')} with ${counted(lines, 'ingredient')} from ${files.length} files`);
    }
    if (failures.length > 0) throw new CommandFailure(failures.join('; '), imported);
    return imported;
  });

interface Progress {
  imported: Imported[];
  failures: string[];
  print: Print;
  pictures: boolean;
}

async function importFile(file: string, accountId: number, { imported, failures, print, pictures }: Progress) {
  const fail = (reason: string) => {
    failures.push(`${file}: ${reason}`);
    print(`  failed: ${reason}`);
  };

  let opened: FileHandle;
  try {
    opened = await openInput(file);
  } catch (error) {
    return fail(unreadable(error));
  }

  const idsByName = new Map<string, number>();
  const importOne = async (recipe: ImportedRecipe, isSharedPage: boolean) => {
    try {
      const findMention = async (mention: string) => idsByName.get(mention) ?? null;
      const stored = await store(recipe, accountId, { isSharedPage, pictures, findMention });
      const result = { file, ...stored };
      idsByName.set(recipe.draft.name, stored.id);
      imported.push(result);
      for (const line of report(result)) print(`  ${line}`);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      fail(`${recipe.draft.name}: ${explain(error)}`);
    }
  };
  const problems: string[] = [];
  let found = 0;
  try {
    const name = file === '-' ? null : basename(file);
    // A page that several recipes share is known once all of them were seen.
    const shared = await findSharedPages(opened, name);
    for await (const each of findRecipes(opened, name)) {
      if (each.type === 'failed') problems.push(sentenceOf(each));
      if (each.type === 'problem') problems.push(each.problem);
      if (each.type !== 'recipe') continue;
      found += 1;
      await importOne(each.recipe, shared.has(each.recipe.draft.sourceUrl));
    }
  } finally {
    await opened.close();
  }
  if (found === 0) return fail(problems.join(' '));
  for (const problem of problems) print(`  problem: ${problem}`);
}

async function findSharedPages(file: FileHandle, name: string | null): Promise<Set<string | null>> {
  const seen = new Set<string | null>();
  const shared = new Set<string | null>();
  for await (const each of findRecipes(file, name)) {
    if (each.type !== 'recipe') continue;
    const { sourceUrl } = each.recipe.draft;
    if (seen.has(sourceUrl)) shared.add(sourceUrl);
    seen.add(sourceUrl);
  }
  return shared;
}

interface StoreOptions {
  isSharedPage: boolean;
  pictures: boolean;
  findMention: (name: string) => Promise<number | null>;
}

async function store(recipe: ImportedRecipe, accountId: number, { isSharedPage, pictures, findMention }: StoreOptions) {
  const { understood, notUnderstood, picture } = recipe;
  const outcome = await importRecipe(accountId, recipe, {
    isSharedPage,
    findMention,
    ...(!picture && pictures && { findPicture: () => fetchStatedPicture(recipe) }),
  });
  const { id, existed: alreadyHere, isChanged: changed = false, problem = null } = outcome;
  const { name, slug, url } = await getOfType('recipe', id, viewerOf(accountId));
  return { id, name, slug, url, alreadyHere, changed, problem, understood, notUnderstood };
}

function report({
  name,
  url,
  alreadyHere,
  changed,
  problem,
  understood: { ingredients, withQuantity, steps },
  notUnderstood,
}: Imported): string[] {
  const title = `${name}  ${url ?? '(draft)'}`;
  if (changed) return [title, 'already here with another text: import the page in the browser to update it'];
  if (alreadyHere) return [title, 'already here'];
  return [
    title,
    `understood: ${counted(ingredients, 'ingredient')} (${withQuantity} with a quantity), ${counted(steps, 'step')}`,
    ...notUnderstood.map((sentence) => `not understood: ${sentence}`),
    ...(problem === null ? [] : [`problem: ${problem}`]),
  ];
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return explain(error);
}
