/** The details of a recipe, from the API to its page, its edits and its versions. */
import { describe, expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { getPage, jsonLdOf } from '../support/get-page.ts';

useCast();

const details = {
  total_time: 50_000,
  rest_time: 43_200,
  nutrition: { servingSize: '1 pizza', calories: '840 kcal' },
  category: ['Dinner'],
  cuisine: ['Italian', 'Street & fair'],
  diet: ['LowFatDiet', 'VegetarianDiet'],
  equipment: ['Pizza stone'],
  difficulty: 'easy',
  credit: { name: 'Rosa', url: 'https://kitchen.example/rosa', site: 'Kitchen' },
  stated_rating: { value: 4.7, count: 1_203 },
  video_url: 'https://kitchen.example/dough.mp4',
};
const nothing = {
  total_time: 0,
  rest_time: 0,
  nutrition: {},
  category: [],
  cuisine: [],
  diet: [],
  equipment: [],
  difficulty: null,
  credit: null,
  stated_rating: null,
  video_url: null,
};
const post = async (recipe: object) => {
  const { status, body, text } = await as(cast.ann).post('/recipes', {
    recipe: { name: 'Dough', ...recipe },
  });
  expect(status, text).toBe(201);
  return body;
};

describe('details of a recipe', () => {
  test('are stored, and returned to everybody', async () => {
    const body = await post(details);
    expect(body).toMatchObject(details);
    expect((await anyone.get(`/recipes/${body.id}`)).body).toEqual(body);
    expect(await post({})).toMatchObject(nothing);
  });

  test('change one by one, and null or an empty list removes them', async () => {
    const { id } = await post(details);
    const read = async () => (await anyone.get(`/recipes/${id}`)).body;
    expect((await as(cast.ann).patch(`/recipes/${id}`, { recipe: { rest_time: 60 } })).status).toBe(204);
    expect(await read()).toMatchObject({ ...details, rest_time: 60 });
    await as(cast.ann).patch(`/recipes/${id}`, { recipe: { name: 'Doughs' } });
    expect(await read()).toMatchObject({ ...details, name: 'Doughs', rest_time: 60 });
    const none = Object.fromEntries(Object.keys(details).map((name) => [name, null]));
    await as(cast.ann).patch(`/recipes/${id}`, { recipe: none });
    expect(await read()).toMatchObject(nothing);
  });

  test('are refused with the reason if they are wrong', async () => {
    const recipe = {
      name: 'x',
      total_time: -1,
      rest_time: '5',
      nutrition: { calories: 'x'.repeat(101), fatContent: 3 },
      category: Array(11).fill('a'),
      cuisine: [' '],
      diet: ['Paleo'],
      equipment: ['x'.repeat(101)],
      difficulty: 'brutal',
      credit: { url: 'javascript:alert(1)', name: 'Rosa' },
      stated_rating: { value: 6, count: 0 },
      video_url: 'ftp://x',
      forked_from_id: 10 ** 9,
    };
    const { status, body } = await as(cast.ann).post('/recipes', { recipe });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).toSorted()).toEqual([
      'category',
      'credit.url',
      'cuisine[0]',
      'diet[0]',
      'difficulty',
      'equipment[0]',
      'nutrition.calories',
      'nutrition.fatContent',
      'rest_time',
      'stated_rating.count',
      'stated_rating.value',
      'total_time',
      'video_url',
    ]);
    const nameless = { name: 'x', credit: { url: 'https://kitchen.example/', site: 'Kitchen' } };
    expect((await as(cast.ann).post('/recipes', { recipe: nameless })).body.errors).toEqual({
      'credit.name': ["can't be blank"],
    });
    const unknown = await as(cast.ann).post('/recipes', { recipe: { name: 'x', forked_from_id: 10 ** 9 } });
    expect([unknown.status, unknown.body.errors]).toEqual([422, { forked_from_id: ['must be a recipe you can see'] }]);
  });

  test('are shown on the page, also to search engines', async () => {
    const { slug } = await post({
      ...details,
      name: 'Shown',
      prep_time: 600,
      source_url: 'https://kitchen.example/d',
    });
    const { html } = await getPage(`/@ann/recipes/${slug}`);
    for (const text of [
      '<dt>Rest</dt><dd>12 h</dd>',
      '<dt>Total</dt><dd><time class="dt-duration" datetime="PT13H53M20S">13 h 53 min</time></dd>',
      'Rated 4.7 of 5 stars on its page, by 1,203',
      '<dd><bdi>Italian</bdi>, <bdi>Street &amp; fair</bdi></dd>',
      '<dd>Low fat, Vegetarian</dd>',
      '<th scope="row">Energy</th> <td>840 kcal</td>',
      'Recipe by <a href="https://kitchen.example/rosa" rel="nofollow noopener noreferrer">Rosa</a>',
      ' at <a href="https://kitchen.example/d" rel="nofollow noopener noreferrer">Kitchen</a>',
    ])
      expect(html).toContain(text);
    // It is no rating of this server.
    expect(jsonLdOf(html)).not.toHaveProperty('aggregateRating');
    expect(jsonLdOf(html)).toMatchObject({
      totalTime: 'PT13H53M20S',
      nutrition: { '@type': 'NutritionInformation', calories: '840 kcal' },
      recipeCategory: ['Dinner'],
      suitableForDiet: ['https://schema.org/LowFatDiet', 'https://schema.org/VegetarianDiet'],
      tool: [{ '@type': 'HowToTool', name: 'Pizza stone' }],
      video: { '@type': 'VideoObject', contentUrl: 'https://kitchen.example/dough.mp4' },
      isBasedOn: {
        url: 'https://kitchen.example/d',
        author: { name: 'Rosa' },
        publisher: { name: 'Kitchen' },
      },
    });
  });
});

test('a version names its original as long as the viewer may see it', async () => {
  const original = await post({ name: 'Original' });
  const version = await post({ name: 'Version', forked_from_id: original.id });
  const read = async () => {
    const { body, headers } = await anyone.get(`/recipes/${version.id}`);
    return { names: [body.forked_from_id, body.forked_from_uri], etag: headers.get('etag') };
  };
  const before = await read();
  expect(before.names).toEqual([original.id, original.uri]);
  await as(cast.ann).patch(`/recipes/${original.id}`, { recipe: { visibility: 'private' } });
  const after = await read();
  expect(after.names).toEqual([null, null]);
  expect(after.etag).not.toBe(before.etag);
});
