/** The page where a member allows or denies an app access to the account. */
import { html } from 'hono/html';
import type { Client } from '../domain/access/oauth/clients.ts';
import { isLoopback } from '../domain/access/oauth/redirect-uri.ts';
import type { Scope } from '../domain/access/tokens.ts';
import type { BrowserSession } from '../http/browser-session.ts';
import { config } from '../lib/config.ts';
import { hidden } from './components/field.ts';
import { page } from './components/layout.ts';
import { scopeText } from './components/scope-text.ts';

export interface ConsentRequest {
  client: Client;
  redirectUri: string;
  scopes: Scope[];
  session: BrowserSession;
  /** Hidden fields with the parameters of the request. */
  fields: Record<string, string>;
}

export function consent({ client, redirectUri, scopes, session, fields }: ConsentRequest) {
  const { name, website } = client;
  return page(
    `Allow ${name}?`,
    html`<h1>Allow <bdi>${name}</bdi> to use your account?</h1>
      <p>
        You are logged in as <strong>@${session.username}@${config.host}</strong>. <bdi>${name}</bdi> will be able to:
      </p>
      <ul class="permissions">
        ${scopes.map((scope) => html`<li><strong>${scopeText(scope)[0]}</strong><span>${scopeText(scope)[1]}</span></li>`)}
      </ul>
      <p class="hint">
        An app can use any name, so check where it sends you: <strong>${hostOf(redirectUri)}</strong>${website === null ? '' : html` (website given by the app: <strong>${hostOf(website)}</strong>)`}.
      </p>
      <form method="post" action="/oauth/authorize">
        ${hidden(fields)}
        <div class="choices">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny" class="quiet">Deny</button>
        </div>
      </form>
      <p class="hint">Not you? <a href="/logout">Log out</a></p>`,
    { session },
  );
}

function hostOf(uri: string): string {
  if (isLoopback(uri)) return 'an app on this device';
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `the app for ${protocol}`;
}
