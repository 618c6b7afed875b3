/** Importing recipes of real sites and hand-written files from the command line. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { anonymous, findAccountByHandle } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { getRecipeBySlug } from '../../src/domain/items/read.ts';
import { listPrivateAccess } from '../../src/domain/moderation/reports.ts';
import { cli, cliJson } from '../support/cli.ts';
import { command, commandJson } from '../support/command.ts';
import { useDatabase } from '../support/database-connection.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { sharedPath } from '../support/shared-documents.ts';

interface Imported {
  file: string;
  id: number;
  name: string;
  slug: string;
  url: string;
  understood: { ingredients: number; withQuantity: number; steps: number };
  notUnderstood: string[];
  problem: string | null;
}

const folder = sharedPath('recipes');
const toast = JSON.stringify({
  '@type': 'Recipe',
  name: 'Toast',
  recipeYield: '2 servings',
  recipeIngredient: ['2 slices bread', 'butter'],
  recipeInstructions: ['Toast it.', 'Butter it.'],
});
const scratch = (name: string, content: string | Buffer) => {
  const path = join(process.env.DATA_DIR!, name);
  writeFileSync(path, content);
  return path;
};

useDatabase();
beforeAll(async () => {
  await register({ username: 'ann' });
});

const findRecipe = async (slug: string) => getRecipeBySlug((await findAccountByHandle('ann'))!.id, slug, anonymous);

describe.skipIf(folder === null)('real sites', () => {
  const some = (path: string, ext: string, count: number) =>
    readdirSync(path)
      .filter((name) => name.endsWith(ext))
      .slice(0, count)
      .map((name) => join(path, name));

  test('HTML and JSON files become recipes of the account', async () => {
    const files = [...some(folder!, '.json', 8), ...some(join(folder!, 'html'), '.html', 4)];
    const imported = await commandJson<Imported[]>(['recipe', 'import', ...files, '--account', 'ann', '--no-pictures']);
    expect(imported.map(({ file }) => file)).toEqual(files);

    for (const { id, name, slug, url, understood } of imported) {
      const recipe = await findRecipe(slug);
      expect(recipe).toMatchObject({ id, name, url, visibility: 'public' });
      expect(recipe.ingredients).toHaveLength(understood.ingredients);
      expect(recipe.steps).toHaveLength(understood.steps);
      expect(understood.ingredients).toBeGreaterThan(0);
    }
  });
});

test('importing from stdin prints a readable report', async () => {
  const ran = await cli(['recipe', 'import', '-', '--account', 'ann'], { stdin: toast });
  expect(ran).toEqual({
    code: 0,
    stdout:
      '  Toast  https://cook.example/@ann/recipes/toast\n  understood: 2 ingredients (1 with a quantity), 2 steps\n',
    stderr: '',
  });
  expect((await findRecipe('toast')).serving).toBe(2);
});

test('importing the same recipe again reports that it is already here', async () => {
  const ran = await command(['recipe', 'import', '-', '--account', 'ann'], toast);
  expect(ran.stdout).toBe('  Toast  https://cook.example/@ann/recipes/toast\n  already here\n');

  const page = toast.replace('"Toast"', '"Melba toast","url":"https://kitchen.example/melba"');
  const importPage = async (text: string) =>
    (await command(['recipe', 'import', '-', '--account', 'ann'], text)).stdout;
  expect(await importPage(page)).toContain('understood');
  expect(await importPage(page.replace('butter', 'jam'))).toContain('already here with another text');
});

test('the picture that a page names is fetched, unless the command says otherwise', async () => {
  const kitchen = remoteServerAt('kitchen.example');
  const png = await readFile(join(import.meta.dirname, '../../src/web/assets/avatar-80.png'));
  kitchen.responses.set(
    kitchen.iri('/soup.png'),
    () => new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } }),
  );
  const page = (name: string, image: string) => ({ ...JSON.parse(toast), name, image: kitchen.iri(image) });
  const importOne = async (json: object, ...options: string[]) =>
    (
      await commandJson<Imported[]>(['recipe', 'import', '-', '--account', 'ann', ...options], JSON.stringify(json))
    )[0]!;
  // The server shows it once a job has made its sizes.
  const mediaOf = ({ id }: Imported) => prisma().medium.count({ where: { eventableId: id } });
  expect(await mediaOf(await importOne(page('Soup', '/soup.png')))).toBe(1);
  expect(await mediaOf(await importOne(page('Plain soup', '/soup.png'), '--no-pictures'))).toBe(0);
  const gone = await importOne(page('Lost soup', '/gone.png'));
  expect([await mediaOf(gone), gone.problem]).toEqual([0, expect.stringContaining('404')]);
});

test('the report names in a sentence what was not understood', async () => {
  const dry = toast.replace('"recipeYield":"2 servings",', '').replace('Toast', 'Dry toast');
  const [recipe] = await commandJson<Imported[]>(['recipe', 'import', '-', '--account', 'ann'], dry);
  expect(recipe?.notUnderstood).toEqual(['The number of servings is missing: 1 serving assumed.']);
  expect(recipe?.slug).toBe('dry-toast');
});

test('a file without a recipe fails with its reason, and the others are imported', async () => {
  const files = [
    scratch('empty.json', ''),
    scratch('plain.html', '<p>No recipe here.</p>'),
    scratch('binary.html', Buffer.from([0x3c, 0x70, 0x3e, 0x00])),
    join(process.env.DATA_DIR!, 'missing.json'),
    scratch('good.json', toast.replace('Toast', 'French toast')),
  ];
  const { code, stdout, stderr } = await command(['recipe', 'import', ...files, '--account', 'ann']);
  expect(code).toBe(1);
  expect(stdout.match(/^\[\d\/5\] /gm)).toHaveLength(5);
  expect(stdout).toContain('  failed: The document is empty.');
  expect(stdout).toContain('  failed: It is not text');
  expect(stdout).toMatch(/^1 recipe with 2 ingredients from 5 files\n$/m);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toContain('plain.html: This page has no recipe that we can read: no schema.org data');
  expect(stderr).toContain('missing.json: there is no such file');

  const json = await command(['recipe', 'import', ...files.slice(3), '--account', 'ann', '--json']);
  expect(json.code).toBe(1);
  expect((JSON.parse(json.stdout) as Imported[]).map(({ name }) => name)).toEqual(['French toast']);
});

test('an exported account can be imported into another account, only once, and its member reads of the export', async () => {
  const file = join(process.env.DATA_DIR!, 'ann.zip');
  const written = await cliJson<{ items: number }>(['account', 'export', 'ann', file]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { id } = (await findAccountByHandle('ann'))!;
  expect(await listPrivateAccess(id, { limit: 9 })).toMatchObject([{ by: 'operator', action: 'export-account' }]);
  await register({ username: 'cem' });
  const brought = await commandJson<object>(['account', 'import', 'cem', file]);
  expect(brought).toEqual({ from: 'ann@cook.example', restored: written.items, existing: 0, problems: [] });
  const again = await command(['account', 'import', 'cem', file]);
  expect(again.stdout).toContain(`0 items imported, ${written.items} were already here`);
  const wrong = await command(['account', 'import', 'cem', scratch('no.zip', 'nothing')]);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/cannot be read as a zip archive\n$/)]);
});
