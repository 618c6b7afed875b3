/** What this server is, who runs it, and by which rules. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { getInstanceProfile } from '../../domain/instance-profile.ts';
import { config } from '../../lib/config.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { version } from '../../lib/version.ts';
import { headOf } from './parts/head.ts';
import { joining } from './parts/joining.ts';
import { webUrl } from './parts/web-url.ts';
import { showing } from './show.ts';

export const about = new Hono().get(
  '/about',
  showing(async () => {
    const { name, description, rules, contact, registration } = await getInstanceProfile();
    const body = html`<h1>About ${name}</h1>
${description === '' ? html`<p class="lead">A table that people bring their recipes to.</p>` : html`<div class="lead prose">${raw(renderMarkdown(description))}</div>`}
<p>This server runs <strong>Potluck</strong> ${version}. People here publish recipes, cook them, show how it went, and follow each other, across all servers of the fediverse.</p>
${rules === '' ? '' : html`<h2 id="rules">Rules</h2><div class="prose">${raw(renderMarkdown(rules))}</div>`}
${contact === '' ? '' : html`<h2>Contact</h2><p>Whoever runs this server: ${contactOf(contact)}</p>`}
<h2>Following without an account</h2>
<p>Search for <strong>@name@${config.host}</strong> where your own account is, at Mastodon for example, and follow from there. Recipes arrive whole, with pictures and hashtags.</p>
<h2>Joining</h2><p>${joining[registration]}${registration === 'closed' ? '' : html` <a href="/register">Join</a>`}</p>
<h2>For programs</h2>
<p>There is <a href="/api/docs">a REST API</a> for apps. Every recipe, dish and post is an ActivityPub object under the address of its page.</p>
<p>Potluck is free software under the GNU Affero General Public License, version 3 or later.</p>`;
    const head = headOf({ title: `About ${name}`, canonical: `${config.baseUrl}/about`, index: true });
    return { title: 'About', body, frame: { width: 'text' as const, head } };
  }),
);

function contactOf(contact: string) {
  const url = webUrl(contact);
  return url
    ? html`<a href="${url}" rel="nofollow noopener noreferrer">${contact}</a>`
    : html`<bdi>${contact}</bdi>`;
}
