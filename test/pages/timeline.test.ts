/** The home timeline: kinds of entries, boosts, ages, and suggestions beside it. */
import { expect, test } from 'vitest';
import { register } from '../../src/domain/accounts/register.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { refreshTrends } from '../../src/domain/search/explore.ts';
import { as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { drain } from '../support/drain.ts';
import { pizzaDough } from '../support/recipes.ts';
import { ann, bo, browser, useMembers } from './two-members.ts';

useMembers();

test('entries distinguish recipes, cooked items and posts, and say who boosted them and when they were written', async () => {
  const cy = await register({ username: 'cy', name: 'Cy' });
  await follow(ann.id, bo.id);
  const post = await as(cy).post('/statuses', { status: { content: 'Who bakes #rye?' } });
  await as(bo).post(`/statuses/${post.body.id}/boost`);
  const recipe_id = await createRecipe(bo.id, { ...pizzaDough, name: 'Rolls' });
  const { body } = await as(bo).post('/bakings', {
    baking: { recipe_id, name: 'Twelve rolls', prepared_at: '2026-11-01', rating: 4 },
  });
  await as(bo).post(`/bakings/${body.id}/publish`);
  await drain();

  const { html } = await browser.get('/home');
  const entry = (id: number) => html.split('<li id="event-').find((part) => part.includes(`id="item-${id}"`))!;
  expect(entry(recipe_id)).toMatch(/class="kind recipe">.*Recipe<.*class="entry-card"/s);
  expect(entry(body.id)).toMatch(/class="kind cooked">.*Cooked<.*Twelve rolls.*4 of 5 stars/s);
  expect(entry(body.id)).toContain('From the recipe <a href="/@bo/recipes/rolls">Rolls</a> by <bdi>Bo</bdi>');
  expect(entry(post.body.id)).toMatch(/<bdi>Bo<\/bdi><\/a> boosted.*@cy.*Who bakes/s);
  expect(entry(post.body.id)).not.toContain('class="kind');
  expect(entry(post.body.id)).toMatch(/<time datetime="20[^"]+Z" title="[^"]+ UTC">(?:now|1 min)<\/time>/);
});

test('people whom the member does not follow and popular tags are suggested, but nobody who is blocked', async () => {
  await register({ username: 'dee' }).then((dee) => follow(dee.id, bo.id));
  const cy = (await as(ann).get('/accounts/cy')).body;
  await follow(bo.id, cy.id);
  await refreshTrends();
  const { html, hidden } = await browser.get('/home');
  const [rail] = /<aside class="rail".*<\/aside>/s.exec(html)!;
  expect(rail).toContain(`action="/accounts/${cy.id}/follow"`);
  expect(rail).not.toContain(`action="/accounts/${bo.id}/`);
  expect(rail).toContain('/tags/rye"');
  await browser.post(`/accounts/${cy.id}/block`, hidden);
  const after = (await browser.get('/home')).html;
  expect(after).not.toContain('/tags/rye"');
  expect(after).not.toContain(`/accounts/${cy.id}/follow"`);
});

test('a long profile has pages without script, and visitors can copy its address', async () => {
  await Promise.all(
    Array.from({ length: 26 }, (_, n) => as(bo).post('/statuses', { status: { content: `Loaf ${n}` } })),
  );
  const guest = openBrowser();
  const first = await guest.get('/@bo/posts');
  const next = /<a class="button quiet" href="([^"]+)" rel="next">More<\/a>/.exec(first.html)![1]!;
  const second = await guest.get(next);
  expect(second.html).toContain('rel="prev">Newer</a>');
  const shown = (html: string) => [...html.matchAll(/<p>(Loaf \d+)<\/p>/g)].map(([, text]) => text);
  expect(new Set([...shown(first.html), ...shown(second.html)]).size).toBe(26);
  expect(first.html).toContain('/@bo" data-copy="Link copied.">');
});
