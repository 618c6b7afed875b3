/** The page that new members see first. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { getInstanceProfile } from '../domain/instance/profile.ts';
import { config } from '../lib/config.ts';
import { type MemberVisitor, memberPage } from './member-page.ts';
import { suggestions } from './welcome/suggestions.ts';

export const welcome = new Hono().get('/welcome', memberPage(show));

async function show(visitor: MemberVisitor) {
  const { username } = visitor.session;
  const [{ name }, sections] = await Promise.all([getInstanceProfile(), suggestions(visitor)]);
  const body = html`<h1>Welcome to ${name}, ${username}!</h1>
<p class="lead">You are <strong>@${username}@${config.host}</strong>. Friends on Mastodon and other fediverse servers can follow you by this address.</p>
${sections}<p><a class="button quiet" href="/home">Go to your timeline</a></p>`;
  return { title: 'Welcome', body, layout: { width: 'text' as const } };
}
