/** The page about this server: description, rules and contact. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { getInstanceProfile } from '../domain/instance/profile.ts';
import { listPublicRules } from '../domain/moderation/domain-blocks.ts';
import { config } from '../lib/config.ts';
import { renderMarkdown } from '../lib/markdown.ts';
import { version } from '../lib/version.ts';
import { headTags } from './components/head.ts';
import { pageHandler } from './components/page-handler.ts';
import { registrationText } from './components/registration-text.ts';
import { webUrl } from './components/web-url.ts';

export const about = new Hono().get(
  '/about',
  pageHandler(async () => {
    const [{ name, description, rules, contact, registration }, moderated] = await Promise.all([
      getInstanceProfile(),
      listPublicRules(),
    ]);
    const body = html`<h1>About ${name}</h1>
${description === '' ? html`<p class="lead">A place to share recipes.</p>` : html`<div class="lead prose">${raw(renderMarkdown(description))}</div>`}
<p>This server runs <strong>Potluck</strong> ${version}. Members publish recipes, share what they cooked, and follow each other across the fediverse.</p>
${rules === '' ? '' : html`<h2 id="rules">Rules</h2><div class="prose">${raw(renderMarkdown(rules))}</div>`}
${contact === '' ? '' : html`<h2>Contact</h2><p>Write to the operator of this server: ${contactOf(contact)}</p>`}
${moderated.length === 0 ? '' : html`<h2>Other servers</h2><p>The moderators made rules for these servers.</p><ul>${moderated.map(({ host, severity, publicComment }) => html`<li><strong>${host}</strong> (${severityTexts[severity]}): ${publicComment}</li>`)}</ul>`}
<h2>Follow without an account here</h2>
<p>Search for <strong>@name@${config.host}</strong> on your own server, such as a Mastodon server, and follow from there. Recipes arrive complete, with photos and hashtags.</p>
<h2>Joining</h2><p>${registrationText[registration]}${registration === 'closed' ? '' : html` <a href="/register">Join</a>`}</p>
<h2>For developers</h2>
<p>Apps can use the <a href="/api/docs">REST API</a>. The URL of every recipe, dish and post also serves its ActivityPub object.</p>
<p>Potluck is free software under the GNU Affero General Public License, version 3 or later.</p>`;
    const head = headTags({ title: `About ${name}`, canonical: `${config.baseUrl}/about`, index: true });
    return { title: 'About', body, layout: { width: 'text' as const, head } };
  }),
);

const severityTexts = { suspend: 'blocked', silence: 'limited', noop: 'restricted' } as const;

function contactOf(contact: string) {
  const url = webUrl(contact);
  return url
    ? html`<a href="${url}" rel="nofollow noopener noreferrer">${contact}</a>`
    : html`<bdi>${contact}</bdi>`;
}
