/** The front page until the server is set up: it says where the set-up link is. */
import { html } from 'hono/html';
import { isSetUp } from '../domain/instance/instance.ts';
import { config } from '../lib/config.ts';
import { t } from '../lib/language/text.ts';
import type { PageContent, Visitor } from './components/page-handler.ts';
import { richText } from './components/texts.ts';

/** Returns `show`, or the hint as long as nobody has an account. */
export const onceSetUp =
  (show: (visitor: Visitor) => Promise<PageContent>) =>
  async (visitor: Visitor): Promise<PageContent> =>
    (await isSetUp()) ? show(visitor) : hint();

const code = (command: string) => html`<code>${command}</code>`;

function hint(): PageContent {
  const body = html`<h1>${t('setup.almost-ready')}</h1>
<p>${richText('setup.no-account-yet', { host: html`<strong>${config.host}</strong>` })}</p>
<p>${richText('setup.open-the-link', { address: html`<strong>${`${config.baseUrl}/setup?token=`}</strong>` })}</p>
<ul><li>${richText('setup.where-terminal', { command: code('npm start') })}</li>
<li>${richText('setup.where-container', { command: code('docker compose logs web') })}</li>
<li>${richText('setup.where-systemd', { command: code('journalctl -u potluck') })}</li></ul>
<p>${t('setup.link-gone')}</p>`;
  return { title: t('setup.almost-ready'), body, layout: { width: 'text' } };
}
