/** Menus, tags, groups of settings, and what an empty profile offers. */
import { expect, test } from 'vitest';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { openBrowser } from '../support/browser.ts';
import { pizzaDough } from '../support/recipes.ts';
import { ann, browser, useMembers } from './two-members.ts';

useMembers();

test('an own empty profile leads to a first recipe, and that of others says that it is empty', async () => {
  const own = await browser.get('/@ann');
  expect([own.status, forbiddenContentIn(own.html)]).toEqual([200, []]);
  for (const path of ['/write/recipe', '/settings/import']) expect(own.html).toContain(`href="${path}"`);
  expect((await browser.get('/@ann/posts')).html).toMatch(/class="button" href="\/write"/);
  expect((await openBrowser().get('/@ann')).html).not.toContain('Write your first recipe');
});

test('the menu of an own recipe begins with Edit and ends with Delete, and a tag of several words has no sign', async () => {
  await createRecipe(ann.id, { ...pizzaDough, name: 'Rye', tags: ['bread', 'Bread baking', '!'] });
  const { html } = await browser.get('/@ann/recipes/rye');
  const [, menu] = /<details class="more">.*?<ul>(.*?)<\/ul>/s.exec(html)!;
  const entries = [...menu!.matchAll(/<li>.*?<\/li>/gs)].map(([entry]) => entry);
  expect(entries[0]).toContain('/edit"');
  expect(entries.at(-2)).toContain('/unpublish"');
  expect(entries.at(-1)).toContain('/delete"');
  const chips = [...html.matchAll(/class="chip"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(chips).toEqual(['#bread', 'Bread baking', '!']);
});

test('the settings are in four groups, each section stands once, and the current one is marked with its group', async () => {
  for (const path of ['/settings', '/settings/filters', '/settings/leave', '/language']) {
    const { html } = await browser.get(path);
    const [, groups] = /<ul class="setting-groups">(.*?)<\/nav>/s.exec(html)!;
    expect(groups!.match(/class="group"/g)).toHaveLength(4);
    expect(groups!.match(/<li class="current">/g)).toHaveLength(1);
    const [, current] = /<li class="current">(.*?)<\/ul>/s.exec(groups!)!;
    expect(current).toContain(`<a href="${path}" aria-current="page">`);
    const sections = [...groups!.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href);
    expect([new Set(sections).size, sections.length]).toEqual([14, 14]);
  }
});

test('members and visitors find the same kind of links in the bar, each with an icon and words', async () => {
  const linksOf = (html: string) => {
    const [, bar] = /<nav[^>]*aria-label="Site"[^>]*>(.*?)<\/nav>/s.exec(html)!;
    const links = bar!.replace(/<details.*/s, '').matchAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/gs);
    return [...links].map(([, href, content]) => ({ href, hasIcon: content!.includes('<svg'), text: content! }));
  };
  const own = linksOf((await browser.get('/')).html);
  expect(own.map(({ href }) => href)).toEqual(['/home', '/explore', '/write', '/shopping-list', '/notifications']);
  for (const { href, hasIcon, text } of [...own, ...linksOf((await openBrowser().get('/')).html)])
    expect([href, hasIcon, /[a-z]/.test(text.replaceAll(/<[^>]*>/g, ''))]).toEqual([href, true, true]);
});
