/** The page where a member allows or denies an app access to the account. */
import type { Child } from 'hono/jsx';
import { type Client, isClientUrl, isLoopback } from '../../domain/access/oauth/clients.ts';
import type { Scope } from '../../domain/access/tokens.ts';
import type { BrowserSession } from '../../http/browser-session.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { HiddenFields } from '../components/fields.tsx';
import { type Html, page } from '../components/layout.tsx';
import { richText } from '../components/texts.tsx';
import { scopeText } from '../components/value-texts.tsx';

export interface ConsentRequest {
  client: Client;
  redirectUri: string;
  scopes: Scope[];
  session: BrowserSession;
  /** Hidden fields with the parameters of the request. */
  fields: Record<string, string>;
  /** Asks again who allows it, or nothing. */
  proof: Child;
}

export function consent({ client, redirectUri, scopes, session, fields, proof }: ConsentRequest) {
  const { name } = client;
  return page(
    t('consent.title', { name }),
    <>
      <h1>{richText('consent.heading', { name: <bdi>{name}</bdi> })}</h1>
      <p>
        {richText('consent.will-be-able', {
          address: (
            <strong>
              @{session.username}@{config.host}
            </strong>
          ),
          name: <bdi>{name}</bdi>,
        })}
      </p>
      <ul class="permissions">
        {scopes.map((scope) => (
          <li>
            <strong>{scopeText(scope)[0]}</strong>
            <span>{scopeText(scope)[1]}</span>
          </li>
        ))}
      </ul>
      <p class="hint">{checkText(client, <strong>{hostOf(redirectUri)}</strong>)}</p>
      <form method="post" action="/oauth/authorize">
        <HiddenFields fields={fields} />
        {proof}
        <div class="choices">
          <button name="decision" value="allow">
            {t('consent.allow')}
          </button>{' '}
          <button name="decision" value="deny" class="quiet" formnovalidate>
            {t('consent.deny')}
          </button>
        </div>
      </form>
      <p class="hint">{richText('consent.not-you', { link: (text) => <a href="/logout">{text}</a> })}</p>
    </>,
    { session },
  );
}

/** The host of a document is known. The website of a registered app is only what the app says. */
function checkText({ id, website }: Client, target: Html) {
  if (isClientUrl(id)) return richText('consent.check-host', { host: <strong>{hostOf(id)}</strong>, target });
  if (website === null) return richText('consent.check-target', { target });
  const site = <strong>{hostOf(website)}</strong>;
  return richText('consent.check-target-and-website', { target, website: site });
}

function hostOf(uri: string): string {
  if (isLoopback(uri)) return t('consent.app-on-device');
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : t('consent.app-for', { protocol });
}
