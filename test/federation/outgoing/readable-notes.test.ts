/** Other servers receive items in a form that they show whole. */
import { expect, test } from 'vitest';
import { register } from '../../../src/domain/accounts/register.ts';
import { handleFederationRequest } from '../../../src/federation/index.ts';
import { maxInlineReplies } from '../../../src/federation/objects/parts.ts';
import { iris } from '../../../src/lib/iris.ts';
import { as } from '../../support/as.ts';
import { ann, remoteAccount, remoteFollower, sent, useSender } from './fixture.ts';

useSender();

const served = async (iri: string) => {
  const request = new Request(iri, { headers: { accept: 'application/activity+json' } });
  return (await (await handleFederationRequest(request))!.json()) as Record<string, unknown>;
};

const post = async (path: string, body: object): Promise<{ id: number; uri: string }> => {
  const response = await as(ann).post(path, body);
  expect(response.status).toBe(201);
  return response.body;
};

const soup = {
  name: 'Soup',
  description: 'A **good** soup.\n\nFor\nwinter.',
  ingredients: [{ name: 'leek', quantity: 2 }, { name: 'water' }],
};

async function publishBaking(changes: object): Promise<number> {
  const baking = { name: 'Dish', prepared_at: '2026-01-01', ...changes };
  const { id: recipe_id } = await post('/recipes', soup);
  const { id } = await post('/bakings', { ...baking, recipe_id });
  await sent();
  await as(ann).post(`/bakings/${id}/publish`, {});
  return id;
}

test('a recipe has neither name, summary nor source, and its text is whole', async () => {
  const steps = [{ content: 'Boil.' }];
  await post('/recipes', { ...soup, steps, serving: 1, source_url: 'https://www.soups.example/?a=1&b=2' });
  const [{ object }] = await sent();

  expect(object).toMatchObject({ type: 'Note', 'schema:name': 'Soup', recipeYield: '1 serving' });
  for (const key of ['name', 'summary', 'source']) expect(object).not.toHaveProperty(key);
  expect(object.content).toBe(
    `<p><strong><a href="${object.url}">Soup</a></strong></p>` +
      '<p>A <strong>good</strong> soup.</p><p>For<br>winter.</p><p>1 serving</p>' +
      '<ul><li>2 leek</li><li>water</li></ul><p><strong>1.</strong> Boil.</p>' +
      '<p>Source: <a href="https://www.soups.example/?a=1&amp;b=2">soups.example</a></p>',
  );
});

test('labels that we add to the text are in the language of the recipe', async () => {
  const credit = { name: 'Rosa', url: null, site: 'Küche' };
  const times = { prep_time: 600, total_time: 5_400 };
  const ingredients = [{ name: 'Lauch', optional: true }];
  await post('/recipes', { ...soup, ...times, locale: 'de-AT', serving: 4, credit, ingredients });
  const [{ object }] = await sent();
  expect(object.content).toMatch(
    /4 Portionen · Vorbereitung 10 Min\.? · Gesamt 1 Std\.,? 30 Min\.?<\/p>.*Lauch \(nach Belieben\).*<p>Rezept: Rosa, Küche<\/p>/,
  );
  expect(object.recipeYield).toBe('4 servings');
});

test('steps are numbered in their text and say how long they take', async () => {
  await post('/recipes', {
    ...soup,
    steps: [
      { content: 'Wait $& here.\n\nThen go on.', duration: 5_400 },
      { content: '- one\n- two', duration: 45 },
      { name: 'Rest.', content: 'Wait.' },
    ],
  });
  const [{ object }] = await sent();
  expect(object.content).toContain(
    '<p><strong>1.</strong> Wait $&amp; here. (1 h 30 min)</p><p>Then go on.</p>' +
      '<p><strong>2.</strong> (45 s)</p><ul><li>one</li><li>two</li></ul>' +
      '<p><strong>3. Rest.</strong></p><p>Wait.</p>',
  );
});

test('a baking has no name and no source either', async () => {
  await publishBaking({ description: 'Crisp.' });
  const [{ object }] = await sent();
  expect(object).toMatchObject({ type: 'Note', 'schema:name': 'Dish', tag: [{ type: 'Link' }] });
  for (const key of ['name', 'summary', 'source']) expect(object).not.toHaveProperty(key);
});

test('the Markdown of a status is sent, and its content warning as plain text', async () => {
  await post('/statuses', { content: 'So *good*', spoiler_text: 'warn <x> & y &amp; z' });
  expect(await sent()).toMatchObject([
    {
      object: {
        summary: 'warn <x> & y &amp; z',
        content: '<p>So <em>good</em></p>',
        source: { content: 'So *good*', mediaType: 'text/markdown' },
      },
    },
  ]);
});

test('the choice of articles applies to recipes written from then on', async () => {
  const { id, uri } = await post('/recipes', soup);
  await sent();
  const choose = (recipes_as_articles: boolean) => as(ann).patch('/accounts/me', { account: { recipes_as_articles } });
  expect((await choose(true)).body).toMatchObject({ recipes_as_articles: true });
  expect(await sent()).toEqual([]);
  expect(await served(uri)).toMatchObject({ type: 'Note' });

  await as(ann).patch(`/recipes/${id}`, { description: 'Hot & < 100 °C. Very. Yes.' });
  const article = { type: 'Article', name: 'Soup', summary: 'Hot & < 100 °C. Very.' };
  expect(await sent()).toMatchObject([{ type: 'Update', object: article }]);
  await post('/recipes', soup);
  expect(await sent()).toMatchObject([{ type: 'Create', object: { type: 'Article', name: 'Soup' } }]);

  await choose(false);
  expect(await served(uri)).toMatchObject(article);
  await as(ann).patch(`/recipes/${id}`, { serving: 2 });
  expect(await served(uri)).toMatchObject({ type: 'Note', 'schema:name': 'Soup' });
});

test('an edited item says when it was edited', async () => {
  const { id, uri } = await post('/recipes', soup);
  expect(await served(uri)).not.toHaveProperty('updated');
  await as(ann).patch(`/recipes/${id}`, { serving: 3 });
  const [, { object, published }] = await sent();
  expect(object.updated).toBe(published);
  expect(object.updated > object.published).toBe(true);
});

test.each(['recipe', 'baking'])('accounts and hashtags in the text of a %s are tagged', async (type) => {
  const dee = await remoteAccount('dee');
  const lou = await register({ username: `lou_${type}` });
  const text = `As @${dee.handle}, @${lou.username} and @nobody@nowhere.example make it. #Slow #Soup`;
  const body = { ...soup, description: text, tags: ['soup', 'too hot'] };
  await sent();
  const id = type === 'recipe' ? (await post('/recipes', body)).id : await publishBaking(body);

  const [{ object, cc, inboxes }] = await sent();
  expect(inboxes).toEqual([dee.sharedInbox]);
  expect(cc).toEqual(expect.arrayContaining([dee.iri, lou.iri]));
  expect(object.cc).toEqual(cc);
  expect(object.tag).toEqual(
    expect.arrayContaining([
      { type: 'Mention', href: dee.iri, name: `@${dee.handle}` },
      { type: 'Mention', href: lou.iri, name: `@${lou.username}@cook.example` },
      { type: 'Hashtag', href: iris.tag('soup'), name: '#soup' },
      { type: 'Hashtag', href: iris.tag('too hot'), name: '#toohot' },
      { type: 'Hashtag', href: iris.tag('slow'), name: '#slow' },
    ]),
  );
  expect(object.tag.filter((tag: { name: string }) => tag.name === '#soup')).toHaveLength(1);
  expect(object.keywords).toEqual(['soup', 'too hot']);
  expect(object.content).toContain(`<a href="${dee.iri}" rel="nofollow noopener noreferrer" class="u-url mention">`);
  expect(object.content.split(iris.tag('soup'))).toHaveLength(2);

  const notified = async () =>
    (await as(lou).get('/notifications')).body.map((each: { type: string; object: { id: number } }) => [
      each.type,
      each.object.id,
    ]);
  expect(await notified()).toEqual([['mention', id]]);
  await as(ann).patch(`/${type}s/${id}`, { name: 'Renamed' });
  expect(await notified()).toEqual([['mention', id]]);
  await as(ann).patch(`/${type}s/${id}`, { description: 'Alone' });
  expect(await notified()).toEqual([]);
  const [, update] = await sent();
  expect(update.object.tag).not.toContainEqual(expect.objectContaining({ type: 'Mention' }));
});

test('a mentioned account may read a followers-only recipe, and is notified of a baking only when it is published', async () => {
  const lou = await register({ username: 'lou' });
  const description = 'For @lou';
  const { id } = await post('/recipes', { ...soup, description, visibility: 'private' });
  expect((await as(lou).get(`/recipes/${id}`)).status).toBe(200);
  const draft = await post('/bakings', {
    name: 'Dish',
    prepared_at: '2026-01-01',
    recipe_id: id,
    description,
  });
  const notified = async () => (await as(lou).get('/notifications')).body.length;
  expect(await notified()).toBe(1);
  await as(ann).post(`/bakings/${draft.id}/publish`, {});
  expect(await notified()).toBe(2);
});

test('the first public replies are in the object, and the next page is served', async () => {
  const { id, uri } = await post('/recipes', soup);
  const reply = async (visibility: string) =>
    (await post('/statuses', { content: 'Nice', visibility, in_reply_to_type: 'recipe', in_reply_to_id: id })).uri;
  const [first, , , second] = [
    await reply('public'),
    await reply('private'),
    await reply('direct'),
    await reply('unlisted'),
  ];
  await remoteFollower('bob');
  await sent();
  await as(ann).patch(`/recipes/${id}`, { name: 'Better soup' });

  const [{ object }] = await sent();
  expect(object.replies).toMatchObject({
    id: `${uri}/replies`,
    type: 'Collection',
    totalItems: 2,
    first: { type: 'CollectionPage', partOf: `${uri}/replies`, items: [first, second] },
  });
  expect(object.replies.first).not.toHaveProperty('next');

  const more: string[] = [];
  while (more.length < maxInlineReplies) more.push(await reply('public'));
  await as(ann).patch(`/recipes/${id}`, { name: 'Best soup' });
  const { replies } = (await served(uri)) as { replies: { first: { items: string[]; next: string } } };
  const next = (await served(replies.first.next)) as { items: string[] };
  expect(replies.first.items).toHaveLength(maxInlineReplies);
  expect([...replies.first.items, ...next.items]).toEqual([first, second, ...more]);
});
