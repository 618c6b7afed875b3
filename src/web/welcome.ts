/** The page that new members see first. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import { getInstanceProfile } from '../domain/instance/instance.ts';
import { config } from '../lib/config.ts';
import { t } from '../lib/language/text.ts';
import { richText } from './components/rich-text.ts';
import { type MemberVisitor, memberPage } from './member-page.ts';
import { suggestions } from './welcome/suggestions.ts';

export const welcome = new Hono().get('/welcome', memberPage(show));

async function show(visitor: MemberVisitor) {
  const { username } = visitor.session;
  const [{ name }, sections] = await Promise.all([getInstanceProfile(), suggestions(visitor)]);
  const body = html`<h1>${t('welcome.heading', { name, username })}</h1>
<p class="lead">${richText('welcome.address', { address: html`<strong>@${username}@${config.host}</strong>` })}</p>
${sections}<p class="onward"><a class="button quiet" href="/home">${t('welcome.go-on')}</a></p>`;
  return { title: t('welcome.title'), body, layout: { width: 'text' as const } };
}
