/** Importing pasted text, several files, and large files that arrive in chunks. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { prune } from '../../src/domain/instance/upkeep.ts';
import { uploadLimits } from '../../src/domain/migration/start-import.ts';
import { config } from '../../src/lib/config.ts';
import type { Body } from '../support/account-content.ts';
import { age } from '../support/age.ts';
import { as, request, tokenOf } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { keysOnDisk, picture } from '../support/pictures.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { stored } from '../support/stored.ts';
import { sampled } from '../support/test-length.ts';
import { isWaitingForLock, openTransaction } from '../support/transactions.ts';
import { zipOf } from '../support/zip.ts';

useCast();

const soup = 'Pea soup\nServes 4\n\nIngredients\n500 g peas\n1 onion, chopped\n\nMethod\nFry the onion.\nAdd the peas.';
const authorization = async (who: Account) => `Bearer ${await tokenOf(who)}`;

async function sendFiles(who: Account, files: Record<string, string | Uint8Array>) {
  const body = new FormData();
  for (const [name, content] of Object.entries(files))
    body.append('import[file]', new Blob([content as Uint8Array<ArrayBuffer>]), name.replace(/^\d+:/, ''));
  return request('POST', '/imports', { headers: { authorization: await authorization(who) }, body });
}

async function putChunk(who: Account, id: number, offset: number, chunk: Uint8Array) {
  return request('PUT', `/import_uploads/${id}?offset=${offset}`, {
    headers: { authorization: await authorization(who), 'content-type': 'application/octet-stream' },
    body: chunk as Uint8Array<ArrayBuffer>,
  });
}

const pasted: [string, string, string][] = [
  ['plain text', soup, 'Text'],
  ['Cooklang', '>> title: Pea soup\n>> servings: 4\n\nFry @onion{1} in oil. Add @peas{500%g}.', 'Cooklang'],
  [
    'JSON-LD',
    '{"@type":"Recipe","name":"Pea soup","recipeYield":4,"recipeIngredient":["500 g peas","1 onion"],"recipeInstructions":"Fry it."}',
    'schema.org',
  ],
  [
    'HTML',
    '<h1>Pea soup</h1><h2>Ingredients</h2><ul><li>500 g peas<li>1 onion</ul><h2>Method</h2><p>Fry it.</p>',
    'schema.org',
  ],
];

test.each(sampled(pasted, 2))('a recipe pasted as %s is read', async (_, text, format) => {
  const { status, body } = await as(cast.ann).post('/imports', { text });
  expect([status, body.format, body.recipes?.length]).toEqual([201, format, 1]);
  expect(body.recipes[0]).toMatchObject({ name: 'Pea soup', ingredients: 2, draft: false });
});

/** As people copy recipes from pages: the yield below the heading, groups without a colon, and notes at the end. */
const copied: [source: string, text: string, expected: object][] = [
  [
    'a page in English',
    'Lemon cake\nPrep: 15 mins\nServes 10\nIngredients\n▢ 225g butter\nFor the drizzle topping\n▢ juice of 1½ lemons\n' +
      '▢ 85g sugar\nMethod\nSTEP 1\nHeat the oven.\nSTEP 2\nBake.\n\nNutrition: Per serving\nkcal 399\n\nNotes\nFreeze it.',
    { serving: 10, prep_time: 900, groups: [null, 'For the drizzle topping'], steps: 2, note: 'Freeze it.' },
  ],
  [
    'a page in German',
    'Kartoffelsalat\n\nZutaten\nfür 4 Portionen\n\n1 kg Kartoffeln\n1 Zwiebel\nFür die Garnitur\nSchnittlauch\n\nZubereitung\n\nAlles kochen.\n\n' +
      'Mischen.\n\nAnmerkung\nMorgen noch besser.\n\nKommentare\nLecker!',
    { serving: 4, prep_time: 0, groups: [null, 'Für die Garnitur'], steps: 2, note: 'Morgen noch besser.' },
  ],
  [
    'a page in French',
    'Tarte\nPréparation : 20 min\n6 personnes\nIngrédients\n1 pâte\nPour la crème\n2 œufs\nPréparation\nÉtape 1\nMélanger.\n' +
      'Étape 2\nEnfourner.\nAstuce :\nServir tiède.',
    { serving: 6, prep_time: 1200, groups: [null, 'Pour la crème'], steps: 2, note: 'Servir tiède.' },
  ],
  [
    'a page in Arabic',
    'شوربة العدس\nتكفي 4 أشخاص\nالمقادير:\n- كوب عدس\n- بصلة\nطريقة التحضير:\n1. اغسلي العدس.\n2. اقلي البصل.\n\nملاحظات:\nيقدم مع الليمون.',
    { serving: 4, prep_time: 0, groups: [null], steps: 2, note: 'يقدم مع الليمون.' },
  ],
  [
    'a social network',
    '🍋 Lemon pasta 🍋\n\nSave this!\n\nINGREDIENTS:\n🍝 250g spaghetti\n🍋 1 lemon\n\nMETHOD:\n1️⃣ Cook the pasta.\n' +
      '2️⃣ Toss.\n\n#lemon #pasta',
    { serving: 1, prep_time: 0, groups: [null], steps: 2, note: null, quantities: [250, 1], tags: ['lemon', 'pasta'] },
  ],
  [
    'a message without headings',
    "Hi, here's the banana bread\n3 ripe bananas\n1/3 cup butter\npinch of salt\n1.5 cups flour\n" +
      'Mash bananas, mix in butter.\nBake 350F for about an hour. Cool before slicing!',
    { serving: 1, prep_time: 0, groups: [null], steps: 2, note: null, quantities: [3, 0.333, 1, 1.5] },
  ],
  [
    'a page whose labels stand above their values',
    'Lasagna\n4.8\n(20,912)\nPrep Time:\n30 mins\nServings:\n12\nIngredients\n1x\n2x\n1 pound sausage\n½ cup onion\n' +
      "Directions\nCook it.\n\nBake it.\n\nCook's Note\nFreezes well.",
    {
      serving: 12,
      prep_time: 1800,
      groups: [null],
      steps: 2,
      note: 'Freezes well.',
      quantities: [1, 0.5],
      description: '',
    },
  ],
  [
    'one line for each part',
    'Pfannkuchen\nZutaten: 250 g Mehl, 3 Eier, 500 ml Milch\nZubereitung: Alles verrühren. In Butter ausbacken.',
    { serving: 1, prep_time: 0, groups: [null], steps: 1, note: null, quantities: [250, 3, 500] },
  ],
];

test.each(copied)('a text copied from %s keeps yield, groups and notes', async (_, text, expected) => {
  const { body: read } = await as(cast.ann).post('/imports', { text });
  const { body } = await as(cast.ann).post(`/imports/${read.id}/confirm`, {});
  await drain();
  const id = (await as(cast.ann).get(`/imports/${body.id}`)).body.recipes[0].recipe_id;
  const { body: recipe } = await as(cast.ann).get(`/recipes/${id}`);
  const groups = [...new Set(recipe.ingredients.map(({ group }: { group: string | null }) => group))];
  const quantities = recipe.ingredients.map(({ quantity }: { quantity: number | null }) => quantity);
  expect({ ...recipe, groups, quantities, steps: recipe.steps.length }).toMatchObject(expected);
});

test('a text without a recipe is refused, and the answer says what was looked for', async () => {
  const refused = async (text: string) => (await as(cast.ann).post('/imports', { text })).body.errors.text[0];
  expect(await refused('Dear Ann, thanks for the soup.\nBo')).toContain('no heading such as "Ingredients"');
  const article = '<script type="application/ld+json">{"@type":"NewsArticle"}</script><p>Hello</p>';
  expect(await refused(article)).toMatch(
    /no recipe that we can read: no recipe in its schema\.org data, no microdata or h-recipe, and no list/,
  );
  expect((await as(cast.ann).post('/imports', { text: ' ' })).status).toBe(422);
});

test('pasted links are read page by page, and those without a recipe are named', async () => {
  const blog = remoteServerAt('blog.example');
  const page = (name: string) => () =>
    new Response(
      `<script type="application/ld+json">{"@type":"Recipe","name":"${name}","recipeIngredient":["500 g peas"],"recipeInstructions":"Fry it."}</script>`,
      { headers: { 'content-type': 'text/html' } },
    );
  blog.responses.set(blog.iri('/pea'), page('Pea soup'));
  blog.responses.set(blog.iri('/bean'), page('Bean soup'));
  blog.responses.set(
    blog.iri('/about'),
    () => new Response('<p>About me', { headers: { 'content-type': 'text/html' } }),
  );
  const links = ['/pea', '/about', '/gone', '/bean', '/pea'].map((path) => blog.iri(path));
  const { status, body } = await as(cast.ann).post('/imports', { text: `${links.join('\n\n')}\n` });
  expect([status, body.recipes.map(({ name }: Body) => name)]).toEqual([201, ['Pea soup', 'Bean soup']]);
  expect(body.problems).toEqual([
    expect.stringMatching(/^https:\/\/blog\.example\/about: .*no recipe/),
    expect.stringMatching(/^https:\/\/blog\.example\/gone: .*404/),
  ]);
  await as(cast.ann).post(`/imports/${body.id}/confirm`, {});
  await drain();
  const done = (await as(cast.ann).get(`/imports/${body.id}`)).body;
  expect(done.recipes.map(({ recipe_id: id }: Body) => id > 0)).toEqual([true, true]);
  const recipe = (await as(cast.ann).get(`/recipes/${done.recipes[1].recipe_id}`)).body;
  expect(recipe.source_url).toBe(blog.iri('/bean'));
});

test('several files are one import, and the ones without a recipe are named', async () => {
  const { status, body } = await sendFiles(cast.ann, {
    '0:soup.txt': soup,
    '1:soup.txt': soup.replaceAll('Pea', 'Bean'),
    '2:toast': '>> servings: 1\n\nToast @bread{2%slices}.',
    '3:letter.txt': 'Dear Ann',
    '4:more.zip': await zipOf({ 'stew.txt': soup.replaceAll('Pea', 'Lentil') }),
  });
  expect(status).toBe(201);
  expect(body.recipes.map(({ name }: Body) => name)).toEqual(['Pea soup', 'Bean soup', 'toast', 'Lentil soup']);
  expect([body.name, body.problems.length, body.problems[0]]).toEqual([
    '5 files',
    1,
    expect.stringMatching(/^letter\.txt: The text has no recipe/),
  ]);
  await as(cast.ann).post(`/imports/${body.id}/confirm`, {});
  await drain();
  const done = (await as(cast.ann).get(`/imports/${body.id}`)).body;
  expect(done.recipes.every(({ recipe_id: id }: Body) => id > 0)).toBe(true);
});

test('a table of recipes is no list of accounts, and private notes and all photos come along', async () => {
  const { bo } = cast;
  const pixels = await Promise.all([30, 40].map((width) => picture(width).png().toBuffer()));
  const toast = {
    name: 'Noted toast',
    ingredients: '2 slices bread',
    directions: 'Toast it.',
    notes: 'Ask Ann',
    rating: 4,
    photo_data: pixels[0]!.toString('base64'),
    photos: [{ data: pixels[1]!.toString('base64') }],
  };
  const { status, body } = await sendFiles(bo, {
    '0:recipes.csv': 'Title,Ingredients,Directions,Servings,Notes\nTable soup,"1 onion\n2 leeks",Boil.,4,Less salt',
    '1:toast.paprikarecipe': JSON.stringify(toast),
  });
  expect([status, body.problems]).toEqual([201, []]);
  await as(bo).post(`/imports/${body.id}/confirm`, {});
  await drain();
  const { recipes } = (await as(bo).get(`/imports/${body.id}`)).body;
  const imported = await Promise.all(
    recipes.map(async ({ recipe_id: id }: Body) => (await as(bo).get(`/recipes/${id}`)).body),
  );
  expect(imported.map(({ name, note }) => [name, note])).toEqual([
    ['Table soup', 'Less salt'],
    ['Noted toast', '★★★★☆\n\nAsk Ann'],
  ]);
  expect(await stored.pictures({ eventableId: recipes[1].recipe_id })).toBe(2);
  expect((await as(cast.ann).get(`/recipes/${recipes[1].recipe_id}`)).body.note).toBeNull();
  // A table alone is not taken for a list of Mastodon either.
  const alone = await sendFiles(bo, { 'recipes.csv': 'Name,Ingredients,Steps\nLone soup,1 onion,Boil.' });
  expect([alone.status, alone.body.format]).toEqual([201, 'CSV']);
});

test('a recipe of Paprika that names others of its file links to them, whichever comes first', async () => {
  const paprika = (name: string, directions: string, ingredients = '1 egg') =>
    JSON.stringify({ name, ingredients, directions });
  const { status, body } = await sendFiles(cast.bo, {
    '0:pie.paprikarecipe': paprika('Named pie', 'Roll out.\nFill with [recipe:Named curd].', '1 [recipe:Named crust]'),
    '1:curd.paprikarecipe': paprika('Named curd', 'Serve with [recipe:Named pie] or [recipe:Named cream].'),
    '2:crust.paprikarecipe': paprika('Named crust', 'Knead.'),
  });
  expect([status, body.problems]).toEqual([201, []]);
  await as(cast.bo).post(`/imports/${body.id}/confirm`, {});
  await drain();
  const { recipes, finished_at: finishedAt } = (await as(cast.bo).get(`/imports/${body.id}`)).body;
  expect([typeof finishedAt, recipes.map(({ outcome }: Body) => outcome)]).toEqual([
    'string',
    ['added', 'added', 'added'],
  ]);
  const [pie, curd] = await Promise.all(
    recipes.map(async ({ recipe_id: id }: Body) => (await as(cast.bo).get(`/recipes/${id}`)).body),
  );
  const linksOf = ({ steps }: Body) => steps.map(({ links }: Body) => links.map(({ name }: Body) => name));
  expect(linksOf(pie)).toEqual([['Named crust'], ['Named curd']]);
  expect(pie.steps[1].content).toBe('Fill with Named curd.');
  // The curd is imported while the pie waits for it, and nothing is called Named cream.
  expect(linksOf(curd)).toEqual([[]]);
});

test('a file over the upload limit is sent in chunks, resumed, and imported like any other', async () => {
  const { bo } = cast;
  // Random bytes cannot be packed, so the archive is larger than an upload may be.
  const photo = randomBytes(config.maxUploadBytes);
  const whole = await zipOf({ 'photo.bin': photo, 'soup.txt': soup.replace('Pea', 'Large') });
  expect(whole.length).toBeGreaterThan(config.maxUploadBytes);

  const begun = await as(bo).post('/import_uploads', { name: 'book.zip', bytes: whole.length });
  expect([begun.status, begun.body]).toMatchObject([201, { offset: 0, max_chunk_bytes: 8 * 2 ** 20 }]);
  const { id } = begun.body;
  expect((await as(bo).post('/imports', { upload_id: id })).status).toBe(409);

  let offset = 0;
  while (offset < whole.length) {
    const chunk = whole.subarray(offset, offset + begun.body.max_chunk_bytes);
    const { status, body } = await putChunk(bo, id, offset, chunk);
    expect([status, body.offset]).toEqual([200, offset + chunk.length]);
    // If the response is lost, the repeated chunk is refused with the current offset.
    const repeated = await putChunk(bo, id, offset, chunk);
    expect([repeated.status, repeated.body.errors.base?.[0]]).toEqual([
      409,
      `the next chunk must start at offset ${body.offset}`,
    ]);
    offset = (await as(bo).get(`/import_uploads/${id}`)).body.offset;
  }
  const { status, body } = await as(bo).post('/imports', { upload_id: id });
  expect([status, body.name, body.recipes?.[0].name]).toEqual([201, 'book.zip', 'Large soup']);
  expect((await as(bo).get(`/import_uploads/${id}`)).status).toBe(404);
});

test('concurrent chunks for one offset count once, and the file arrives unchanged', async () => {
  const { bo } = cast;
  const file = Buffer.from(`${soup}\n\n${'Stir and wait. '.repeat(20_000)}`);
  const { id } = (await as(bo).post('/import_uploads', { name: 'soup.txt', bytes: file.length })).body;
  const half = file.subarray(0, 150_000);
  const answers = await Promise.all([1, 2, 3].map(() => putChunk(bo, id, 0, half)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await putChunk(bo, id, 150_000, file.subarray(150_000))).body.offset).toBe(file.length);
  const before = await keysOnDisk();
  const [one, two] = await Promise.all([1, 2].map(() => as(bo).post('/imports', { upload_id: id })));
  expect([one!.status, two!.status].toSorted()).toEqual([201, 422]);
  const { body } = one!.status === 201 ? one! : two!;
  expect(body.recipes[0]).toMatchObject({ name: 'Pea soup', ingredients: 2, steps: 3 });
  // The chunks are gone, and the import has a key of its own.
  expect((await keysOnDisk()).length).toBe(before.length);
});

test('uploads are limited in size, number and chunks, belong to one account, and expire', async () => {
  const eve = await register({ username: 'eve' });
  const start = (bytes: number) => as(eve).post('/import_uploads', { name: 'a.zip', bytes });
  const { fileBytes, openBytes, open } = uploadLimits;
  expect((await start(fileBytes + 1)).body.errors).toEqual({ bytes: [`must be at most ${fileBytes}`] });
  expect((await start(0)).status).toBe(422);
  const { id } = (await start(200_000)).body;
  const answers = await Promise.all(Array.from({ length: open + 2 }, () => start(1_000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(open - 1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  for (const { status, body } of answers)
    if (status === 201) expect((await as(eve).delete(`/import_uploads/${body.id}`)).status).toBe(204);
  for (let held = 200_000; held + fileBytes <= openBytes; held += fileBytes)
    expect((await start(fileBytes)).status).toBe(201);
  expect((await start(fileBytes)).status).toBe(409);

  expect((await putChunk(eve, id, 0, Buffer.alloc(1_000))).body.errors.chunk[0]).toContain('at least 65536');
  expect((await putChunk(eve, id, 0, Buffer.alloc(200_001))).status).toBe(422);
  expect((await putChunk(eve, id, 0, Buffer.alloc(uploadLimits.chunkBytes + 1))).status).toBe(413);
  expect((await putChunk(eve, id, 0, Buffer.alloc(100_000))).status).toBe(200);
  for (const path of [`/import_uploads/${id}`])
    expect([(await as(cast.bo).get(path)).status, (await as(cast.bo).delete(path)).status]).toEqual([404, 404]);
  expect((await putChunk(cast.bo, id, 100_000, Buffer.alloc(100_000))).status).toBe(404);
  expect((await as(cast.bo).post('/imports', { upload_id: id })).body.errors).toEqual({
    upload_id: ['is not an upload of yours, or has expired'],
  });

  await age('import uploads', '25 hours', id);
  expect((await as(eve).get(`/import_uploads/${id}`)).status).toBe(404);
  await prune();
  expect(await stored.importUploads({ id: id })).toBe(0);
});

test('uploads that begin at the same time are counted one after another', async () => {
  const fay = await register({ username: 'fay' });
  const other = await openTransaction();
  await other.tx.account.update({ where: { id: fay.id }, data: { name: 'Fay' } });
  const upload = () => ({ accountId: fay.id, key: randomUUID(), bytes: 1, chunks: [] });
  await other.tx.importUpload.createMany({ data: Array.from({ length: uploadLimits.open }, upload) });
  let isAnswered = false;
  const waiting = as(fay)
    .post('/import_uploads', { name: 'a.zip', bytes: 1 })
    .finally(() => {
      isAnswered = true;
    });
  while (!isAnswered && !(await isWaitingForLock())) await setImmediate();
  await other.commit();
  expect((await waiting).status).toBe(409);
});
