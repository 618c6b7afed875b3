/** Filters of members over the API: their own lists leave out or mark what they do not want to read. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { refreshTrends } from '../../src/domain/search/explore.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { statementsOf } from '../support/statements.ts';

useCast();
const forgetFilters = () => prisma().member.updateMany({ data: { filtersVersion: null } });
beforeEach(async () => {
  await deleteAll('items', 'notifications', 'follows', 'filters');
  await forgetFilters();
});

const everywhere = ['home', 'notifications', 'public', 'thread', 'account'];
const filterOf = (phrases: string[], more: object = {}) => ({
  title: 'Fish',
  action: 'hide',
  contexts: everywhere,
  keywords: phrases.map((phrase) => ({ phrase })),
  ...more,
});
const filter = async (phrases: string[], more: object = {}, who = cast.bo) => {
  const response = await as(who).post('/filters', { filter: filterOf(phrases, more) });
  expect(response.status, response.text).toBe(201);
  return response.body;
};
const create = async (path: string, body: object, who = cast.ann) => {
  const response = await as(who).post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body.id as number;
};
const post = (content: string, more: object = {}, who = cast.ann) =>
  create('/statuses', { status: { content, ...more } }, who);
const follow = (who = cast.bo) => as(who).post(`/accounts/${cast.ann.id}/follow`);

interface Listed {
  id: number;
  object?: { id: number; filtered?: unknown } | null;
  filtered?: unknown;
}
const itemsIn = async (path: string, who = cast.bo) => {
  await drain();
  const { status, body, text } = await as(who).get(path);
  expect(status, text).toBe(200);
  return (body as Listed[]).map((each) => each.object ?? each);
};
const idsIn = async (path: string, who = cast.bo) => (await itemsIn(path, who)).map(({ id }) => id);

test('filters are created, read, changed and deleted by their owner only', async () => {
  const created = await filter(['anchovies', ' sardine '], { expires_at: '2031-01-01T00:00:00Z' });
  expect(created).toEqual({
    id: created.id,
    title: 'Fish',
    action: 'hide',
    contexts: everywhere,
    keywords: [
      { phrase: 'anchovies', whole_word: true },
      { phrase: 'sardine', whole_word: true },
    ],
    expires_at: '2031-01-01T00:00:00.000Z',
  });
  const path = `/filters/${created.id}`;
  const keywords = [{ phrase: 'tuna', whole_word: false }];
  expect((await as(cast.bo).patch(path, { filter: { keywords, expires_at: null } })).status).toBe(204);
  const changed = { ...created, keywords, expires_at: null };
  expect((await as(cast.bo).get(path)).body).toEqual(changed);
  expect((await as(cast.bo).patch(path, {})).status).toBe(204);
  expect((await as(cast.bo).get('/filters')).body).toEqual([changed]);

  for (const response of [
    await as(cast.cy).get(path),
    await as(cast.cy).patch(path, { filter: { title: 'Mine' } }),
    await as(cast.cy).delete(path),
  ])
    expect(response.status).toBe(404);
  expect((await as(cast.cy).get('/filters')).body).toEqual([]);
  expect((await as(cast.bo).delete(path)).status).toBe(204);
  expect((await as(cast.bo).delete(path)).status).toBe(404);
  expect((await as(cast.bo).get('/filters')).body).toEqual([]);
});

test('wrong filters are refused by field', async () => {
  const long = 'x'.repeat(200);
  const refused: [object, string][] = [
    [{ title: ' ' }, 'title'],
    [{ action: 'delete' }, 'action'],
    [{ contexts: [] }, 'contexts'],
    [{ contexts: ['kitchen'] }, 'contexts[0]'],
    [{ keywords: [] }, 'keywords'],
    [{ keywords: [{ phrase: '  ' }] }, 'keywords[0].phrase'],
    // It has no visible character.
    [{ keywords: [{ phrase: '\u200b' }] }, 'keywords'],
    [{ keywords: [{ phrase: `${long}x` }] }, 'keywords[0].phrase'],
    [{ keywords: Array.from({ length: 101 }, () => ({ phrase: 'x' })) }, 'keywords'],
    // Each of these letters stands for 18.
    [{ keywords: Array.from({ length: 6 }, () => ({ phrase: 'ﷺ'.repeat(200) })) }, 'keywords'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
  ];
  for (const [changes, field] of refused) {
    const { status, body } = await as(cast.bo).post('/filters', { filter: filterOf(['fish'], changes) });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  }
  const { id } = await filter([long]);
  const many = Array.from({ length: 100 }, (_, index) => ({ phrase: `${long.slice(4)}${index}` }));
  expect((await as(cast.bo).patch(`/filters/${id}`, { filter: { keywords: many } })).status).toBe(204);
  const beyond = await as(cast.bo).post('/filters', { filter: filterOf([long, long]) });
  expect(Object.keys(beyond.body.errors)).toEqual(['keywords']);
});

test('a member has at most 50 filters, also when they are created at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 53 }, () => as(cast.bo).post('/filters', { filter: filterOf(['fish']) })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.find(({ status }) => status === 422)?.body.errors.base).toEqual(['at most 50 filters']);
});

test('a warning marks items for the member only, and hiding leaves them out', async () => {
  await follow();
  await follow(cast.cy);
  const fish = await post('Anchovies on everything');
  const bread = await post('Bread');
  const warning = await filter(['anchovies', 'everything'], { action: 'warn' });
  const result = {
    filter: { id: warning.id, title: 'Fish', action: 'warn' },
    keyword_matches: ['anchovies', 'everything'],
  };
  for (const path of ['/timeline', '/timelines/public', `/accounts/${cast.ann.id}/timeline`]) {
    const [newest, oldest] = await itemsIn(path);
    expect([newest!.id, newest!.filtered]).toEqual([bread, undefined]);
    expect([oldest!.id, oldest!.filtered]).toEqual([fish, [result]]);
    for (const other of [cast.cy, cast.ann]) {
      if (path === '/timeline' && other === cast.ann) continue;
      const items = await itemsIn(path, other);
      expect(items.map(({ id, filtered }) => [id, filtered])).toEqual([
        [bread, undefined],
        [fish, undefined],
      ]);
    }
  }
  await as(cast.bo).patch(`/filters/${warning.id}`, { filter: { action: 'hide' } });
  for (const path of ['/timeline', '/timelines/public', `/accounts/${cast.ann.id}/timeline`]) {
    expect(await idsIn(path)).toEqual([bread]);
    expect(await idsIn(path, cast.cy)).toEqual([bread, fish]);
  }
  // An item that is requested is shown.
  expect((await as(cast.bo).get(`/statuses/${fish}`)).body).toMatchObject({ id: fish });
  await as(cast.bo).delete(`/filters/${warning.id}`);
  expect(await idsIn('/timeline')).toEqual([bread, fish]);
});

test('a filter matches names, texts, warnings, tags, ingredients, steps, alt texts, boosts, quotes and recipes', async () => {
  await follow();
  await filter(['zander']);
  const recipe = (fields: object) => create('/recipes', { recipe: { name: 'Dinner', ...fields } });
  await recipe({ name: 'Zander' });
  await recipe({ description: 'With *zander*' });
  await recipe({ tags: ['Zander'] });
  await recipe({ steps: [{ content: 'Turn the zander.' }] });
  await recipe({ steps: [{ name: 'The zander', content: 'Turn it.' }] });
  const cooked = await recipe({ ingredients: [{ name: 'zander' }] });
  await post('Look', { sensitive: true, spoiler_text: 'zander inside' });
  await post('[A link](https://fish.example/) with <zander> #zander');
  const dish = { name: 'As planned', prepared_at: '2026-05-01T18:00:00.000Z', recipe_id: cooked };
  await as(cast.ann).post(`/bakings/${await create('/bakings', { baking: dish })}/publish`);
  const byCy = await post('Zander!', {}, cast.cy);
  await as(cast.ann).post(`/statuses/${byCy}/boost`);
  await post('This!', { quote_id: byCy });
  const kept = await recipe({ description: 'Zanders and [pike](https://zander.example/)' });
  expect(await idsIn('/timeline')).toEqual([kept]);
  await forgetFilters();
  expect(await idsIn('/timeline')).toHaveLength(12);
});

test('contexts decide about lists: public ones, search and trends, threads, accounts', async () => {
  const recipe = await create('/recipes', { recipe: { name: 'Zander soup', tags: ['dinner'] } });
  const reply = await post('I prefer zander raw', { in_reply_to_id: recipe, in_reply_to_type: 'recipe' });
  const response = await post('Zander is best', { in_reply_to_id: reply, in_reply_to_type: 'status' });
  const dish = { name: 'Zander', prepared_at: '2026-05-01T18:00:00.000Z', recipe_id: recipe, rating: 5 };
  const baking = await create('/bakings', { baking: dish }, cast.cy);
  await as(cast.cy).post(`/bakings/${baking}/publish`);
  await as(cast.cy).post(`/recipes/${recipe}/like`);
  await as(cast.ann).post(`/recipes/${recipe}/pin`);
  const shared = await create('/collections', { collection: { name: 'Best', visibility: 'public' } });
  await as(cast.ann).post(`/collections/${shared}/items/${recipe}?type=recipe`);
  const own = await create('/collections', { collection: { name: 'Later' } }, cast.bo);
  await as(cast.bo).post(`/collections/${own}/items/${recipe}?type=recipe`);
  const fork = await create('/recipes', { recipe: { name: 'Zander stew', forked_from_id: recipe } }, cast.cy);
  await drain();
  await refreshTrends();
  const pathsOf: Record<string, Record<string, number[]>> = {
    public: {
      '/timelines/tag/dinner': [recipe],
      '/explore/recipes': [fork, recipe],
      '/recommendations/trending/recipe': [recipe],
      [`/recipes/${recipe}/forks`]: [fork],
    },
    thread: {
      [`/recipes/${recipe}/replies`]: [reply],
      [`/statuses/${reply}/replies`]: [response],
      [`/recipes/${recipe}/reviews`]: [baking],
    },
    account: {
      [`/accounts/${cast.ann.id}/pins`]: [recipe],
      [`/collections/${shared}/items`]: [recipe],
      [`/accounts/${cast.ann.id}/collections/${shared}/items`]: [recipe],
    },
  };
  const search = async () => {
    const { recipes } = (await as(cast.bo).get('/search?q=zander')).body;
    const found = (await as(cast.bo).get('/search/recipes?q=soup')).body;
    return [recipes.length, found.recipes.length];
  };
  const thread = async () => {
    const { ancestors, descendants } = (await as(cast.bo).get(`/statuses/${reply}/context`)).body;
    return [ancestors.length, descendants.length];
  };
  for (const context of ['home', ...Object.keys(pathsOf)]) {
    const { id } = await filter(['zander'], { contexts: [context] });
    for (const [named, lists] of Object.entries(pathsOf)) {
      for (const [path, ids] of Object.entries(lists))
        expect([context, path, await idsIn(path)]).toEqual([context, path, named === context ? [] : ids]);
    }
    expect([context, await search()]).toEqual([context, context === 'public' ? [0, 0] : [2, 1]]);
    expect([context, await thread()]).toEqual([context, context === 'thread' ? [0, 0] : [1, 1]]);
    // What members collected themselves, and what they ask for by its address, stays.
    expect(await idsIn(`/collections/${own}/items`)).toEqual([recipe]);
    const { url } = (await as(cast.bo).get(`/recipes/${recipe}`)).body;
    const named = (await as(cast.bo).get(`/search?q=${encodeURIComponent(url)}`)).body;
    expect(named.recipes).toHaveLength(1);
    await as(cast.bo).delete(`/filters/${id}`);
  }
});

test('own items are never filtered', async () => {
  await filter(['zander'], {}, cast.ann);
  const own = await post('Zander');
  const other = await post('Zander again', {}, cast.cy);
  const quoting = await post('This!', { quote_id: other }, cast.ann);
  expect(await idsIn('/timelines/public', cast.ann)).toEqual([quoting, own]);
  expect(await idsIn('/timelines/public', cast.cy)).toEqual([quoting, other, own]);
});

test('a list goes on behind a page on which everything is hidden', async () => {
  const oldest = await post('Bread');
  for (let count = 0; count < 5; count += 1) await post(`Zander ${count}`);
  const newest = await post('Butter');
  await filter(['zander']);
  for (const [start, expected] of [
    ['?limit=2', [newest, oldest]],
    ['?limit=2&order=asc', [oldest, newest]],
  ] as const) {
    const pages: number[][] = [];
    for (let path: string | undefined = `/timelines/public${start}`; path; ) {
      const response = await as(cast.bo).get(path);
      pages.push(response.body.map((event: Listed) => event.object!.id));
      path = /<https:\/\/cook\.example\/api\/v1([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(pages.flat()).toEqual(expected);
    expect(pages.some((ids) => ids.length === 0)).toBe(true);
  }
});

test('a hidden notification is not listed and not counted, and comes back unread without the filter', async () => {
  await post('@bo zander?');
  const kept = await post('@bo bread?');
  await as(cast.cy).post(`/accounts/${cast.bo.id}/follow`);
  await drain();
  const count = async (who = cast.bo) => (await as(who).get('/notifications/unread_count')).body.count;
  const types = async () => (await as(cast.bo).get('/notifications')).body.map((each: { type: string }) => each.type);
  expect([await count(), await types()]).toEqual([3, ['follow', 'mention', 'mention']]);
  const { id } = await filter(['zander'], { contexts: ['notifications'] });
  expect([await count(), await types()]).toEqual([2, ['follow', 'mention']]);
  await as(cast.bo).patch(`/filters/${id}`, { filter: { action: 'warn' } });
  expect([await count(), await types()]).toEqual([3, ['follow', 'mention', 'mention']]);
  const [, first, second] = (await as(cast.bo).get('/notifications')).body;
  expect([first.object.id, first.object.filtered]).toEqual([kept, undefined]);
  expect(second.object.filtered[0].filter.title).toBe('Fish');
  await as(cast.bo).patch(`/filters/${id}`, { filter: { contexts: ['home'], action: 'hide' } });
  expect([await count(), await types()]).toEqual([3, ['follow', 'mention', 'mention']]);
});

test('an expired filter matches nothing, and can be prolonged', async () => {
  const fish = await post('Zander');
  const { id } = await filter(['zander'], { expires_at: '2020-01-01' });
  expect(await idsIn('/timelines/public')).toEqual([fish]);
  await as(cast.bo).patch(`/filters/${id}`, { filter: { expires_at: '2040-01-01' } });
  expect(await idsIn('/timelines/public')).toEqual([]);
});

test('without filters of the list, a list takes no further statement', async () => {
  await post('Zander');
  const statements = (who = cast.bo) => statementsOf(() => as(who).get('/timelines/public'));
  await statements();
  const without = await statements();
  expect(await statements(cast.cy)).toEqual(without);
  await filter(['zander'], { contexts: ['home'] });
  await statements();
  expect(await statements()).toEqual(without);
  await filter(['zander']);
  await statements();
  expect((await statements()).length).toBe(without.length + 1);
  expect((await anyone.get('/timelines/public')).body).toHaveLength(1);
});
