/** The first page: what is cooked here, and how to follow it from anywhere. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { newestRecipes } from '../../domain/cards.ts';
import { getInstanceProfile } from '../../domain/instance-profile.ts';
import { trendingAccounts, trendingItems } from '../../domain/trending.ts';
import { config } from '../../lib/config.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { empty } from './parts/blocks.ts';
import { cards } from './parts/card.ts';
import { headOf } from './parts/head.ts';
import { joinWords } from './parts/joining.ts';
import { addressOf, byline } from './parts/person.ts';
import { showing, type Visitor } from './show.ts';

const most = { newest: 12, trending: 4, people: 6 };

export const home = new Hono().get('/', showing(first));

async function first({ viewer, visit }: Visitor) {
  const [{ name, description, registration }, newest, trending, people] = await Promise.all([
    getInstanceProfile(),
    newestRecipes(viewer, most.newest),
    trendingItems('recipe', viewer, { limit: most.trending, offset: 0 }),
    trendingAccounts(viewer, { limit: most.people, offset: 0 }),
  ]);
  const body = html`<div class="hero"><h1>What is cooking at ${name}</h1>
${description === '' ? html`<p class="lead">Recipes, and the dishes that people make of them. Everybody here can be followed from anywhere in the fediverse.</p>` : html`<div class="lead prose">${raw(renderMarkdown(description))}</div>`}</div>
${trending.length > 0 ? html`<section><h2>On many tables these days</h2>${cards(trending)}</section>` : ''}
<section><h2>Newest recipes</h2>${newest.length > 0 ? cards(newest) : empty('Nobody has published a recipe yet.')}</section>
${people.length > 0 ? html`<section><h2>People</h2><ul class="people">${people.map((who) => html`<li>${byline(who, addressOf(who))}</li>`)}</ul></section>` : ''}
<section class="panel"><h2>Follow from elsewhere</h2>
<p>You need no account here. At Mastodon, or any other server of the fediverse, search for somebody’s address, such as <strong>@name@${config.host}</strong>, and follow them there: their recipes arrive in your timeline.</p>${visit || registration === 'closed' ? '' : html`<p>Or cook here: <a href="/register">${joinWords[registration]}</a>.</p>`}</section>`;
  const head = headOf({
    title: name,
    description: description
      ? renderMarkdown(description)
      : 'Recipes, and the dishes that people make of them.',
    canonical: `${config.baseUrl}/`,
    index: true,
    feed: { path: '/feed', title: `Recipes at ${name}` },
  });
  return { title: name, body, frame: { width: 'wide' as const, head } };
}
