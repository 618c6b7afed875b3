/** The page about this server: description, rules and contact. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { getInstanceProfile } from '../domain/instance/instance.ts';
import { listPublicRules } from '../domain/moderation/domain-rules.ts';
import { config } from '../lib/config.ts';
import { t } from '../lib/language/text.ts';
import { renderMarkdown } from '../lib/markdown.ts';
import { version } from '../lib/paths.ts';
import { headTags } from './components/layout.ts';
import { pageHandler } from './components/page-handler.ts';
import { contactText, richText } from './components/texts.ts';
import { registrationText } from './components/value-texts.ts';

export const about = new Hono().get(
  '/about',
  pageHandler(async () => {
    const [{ name, description, rules, contact, registration }, moderated] = await Promise.all([
      getInstanceProfile(),
      listPublicRules(),
    ]);
    const body = html`<h1>${t('about.heading', { name })}</h1>
${description === '' ? html`<p class="lead">${t('about.lead')}</p>` : html`<div class="lead prose">${raw(renderMarkdown(description))}</div>`}
<p>${richText('about.runs', { strong: (text) => html`<strong>${text}</strong>`, version })}</p>
${rules === '' ? '' : html`<h2 id="rules">${t('about.rules')}</h2><div class="prose">${raw(renderMarkdown(rules))}</div>`}
${contact === '' ? '' : html`<h2>${t('about.contact')}</h2><p>${richText('about.write-to-operator', { contact: contactText(contact) })}</p>`}
${moderated.length === 0 ? '' : html`<h2>${t('about.other-servers')}</h2><p>${t('about.other-servers-text')}</p><ul>${moderated.map(({ host, severity, publicComment }) => html`<li>${richText('about.server-rule', { host: html`<strong>${host}</strong>`, severity, comment: publicComment })}</li>`)}</ul>`}
<h2>${t('about.follow')}</h2>
<p>${richText('about.follow-text', { address: html`<strong>${`@name@${config.host}`}</strong>` })}</p>
<h2>${t('about.joining')}</h2><p>${registrationText[registration]}${registration === 'closed' ? '' : html` <a href="/register">${t('about.join')}</a>`}</p>
<h2>${t('about.developers')}</h2>
<p>${richText('about.developers-text', { link: (text) => html`<a href="/api/docs">${text}</a>` })}</p>
<p>${t('about.license')}</p>`;
    const head = headTags({
      title: t('about.heading', { name }),
      canonical: `${config.baseUrl}/about`,
      index: true,
    });
    return { title: t('about.title'), body, layout: { width: 'text' as const, head } };
  }),
);
