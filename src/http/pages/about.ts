/** What this server is. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { config } from '../../lib/config.ts';
import { version } from '../../lib/version.ts';
import { headOf } from './parts/head.ts';
import { showing } from './show.ts';

const joining: Record<typeof config.registration, string> = {
  closed: 'Accounts are made by whoever runs this server.',
  approval: 'Whoever runs this server looks at each request for an account.',
  open: 'Anybody may join.',
};

export const about = new Hono().get(
  '/about',
  showing(async () => {
    const body = html`<h1>About ${config.host}</h1>
<p class="lead">A table that people bring their recipes to.</p>
<p>This server runs <strong>Potluck</strong> ${version}. People here publish recipes, cook them, show how it went, and follow each other, across all servers of the fediverse.</p>
<h2>Following without an account</h2>
<p>Search for <strong>@name@${config.host}</strong> where your own account is, at Mastodon for example, and follow from there. Recipes arrive whole, with pictures and hashtags.</p>
<h2>Joining</h2><p>${joining[config.registration]}</p>
<h2>For programs</h2>
<p>There is <a href="/api/docs">a REST API</a> for apps. Every recipe, dish and post is an ActivityPub object under the address of its page.</p>
<p>Potluck is free software under the GNU Affero General Public License, version 3 or later.</p>`;
    const head = headOf({ title: `About ${config.host}`, canonical: `${config.baseUrl}/about`, index: true });
    return { title: 'About', body, frame: { width: 'text' as const, head } };
  }),
);
