/** The front page: popular and new recipes, and people to follow. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { getInstanceProfile } from '../domain/instance/profile.ts';
import { listNewestRecipes } from '../domain/items/cards.ts';
import { listTrendingItems, listTrendingLocalAccounts } from '../domain/trending/trending.ts';
import { config } from '../lib/config.ts';
import { renderMarkdown } from '../lib/markdown.ts';
import { onceSetUp } from './before-set-up.ts';
import { addressOf, byline } from './components/account.ts';
import { empty } from './components/elements.ts';
import { headTags } from './components/head.ts';
import { cards } from './components/item-cards.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { registrationLinkText } from './components/registration-text.ts';

const limits = { newest: 12, trending: 4, people: 6 };

export const frontPage = new Hono().get('/', pageHandler(onceSetUp(show)));

async function show({ viewer, session }: Visitor) {
  const [{ name, description, registration }, newest, trending, people] = await Promise.all([
    getInstanceProfile(),
    listNewestRecipes(viewer, limits.newest),
    listTrendingItems('recipe', viewer, { limit: limits.trending, offset: 0 }),
    listTrendingLocalAccounts(viewer, { limit: limits.people, offset: 0 }),
  ]);
  const body = html`<div class="hero"><h1>What’s cooking at ${name}</h1>
${description === '' ? html`<p class="lead">Recipes and the dishes people make from them. Follow our cooks from anywhere in the fediverse.</p>` : html`<div class="lead prose">${raw(renderMarkdown(description))}</div>`}</div>
${trending.length > 0 ? html`<section><div class="title-row"><h2>Popular this week</h2><a href="/explore/popular">See all</a></div>${cards(trending)}</section>` : ''}
<section><div class="title-row"><h2>Newest recipes</h2><a href="/explore">Explore</a></div>${newest.length > 0 ? cards(newest) : empty('No recipes yet. The first one will show up here.')}</section>
${people.length > 0 ? html`<section><h2>People</h2><ul class="people">${people.map((account) => html`<li>${byline(account, addressOf(account))}</li>`)}</ul></section>` : ''}
<section class="panel"><h2>Follow from your own server</h2>
<p>You don’t need an account here. Search for an address such as <strong>@name@${config.host}</strong> on Mastodon or any other fediverse server and follow it there. New recipes then show up in your timeline.</p>${session || registration === 'closed' ? '' : html`<p>Or <a href="/register">${registrationLinkText[registration]}</a> here.</p>`}</section>`;
  const head = headTags({
    title: name,
    description: description ? renderMarkdown(description) : 'Recipes and the dishes people make from them.',
    canonical: `${config.baseUrl}/`,
    index: true,
    feed: { path: '/feed', title: `Recipes from ${name}` },
  });
  return { title: name, body, layout: { width: 'wide' as const, head } };
}
