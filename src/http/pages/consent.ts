/** The page where a member reads what an app wants to do, and says yes or no. */
import { html } from 'hono/html';
import type { Client } from '../../domain/oauth/clients.ts';
import { isLoopback } from '../../domain/oauth/redirect-uri.ts';
import type { Scope } from '../../domain/tokens.ts';
import { config } from '../../lib/config.ts';
import { page } from './layout.ts';
import { hidden } from './parts/field.ts';
import { meaning } from './parts/scopes.ts';
import type { Visit } from './session.ts';

export interface Question {
  client: Client;
  redirectUri: string;
  scopes: Scope[];
  visit: Visit;
  /** Sent back as they came. */
  fields: Record<string, string>;
}

export function consent({ client, redirectUri, scopes, visit, fields }: Question) {
  const { name, website } = client;
  return page(
    `Allow ${name}?`,
    html`<h1>Allow <bdi>${name}</bdi> to use your account?</h1>
      <p>
        You are logged in as <strong>@${visit.username}@${config.host}</strong>. <bdi>${name}</bdi> will be able to:
      </p>
      <ul class="rights">
        ${scopes.map((scope) => html`<li><strong>${meaning[scope][0]}</strong><span>${meaning[scope][1]}</span></li>`)}
      </ul>
      <p class="hint">
        Anybody can give an app any name. Your answer goes to <strong>${placeOf(redirectUri)}</strong>${website === null ? '' : html`; the app says its home is <strong>${placeOf(website)}</strong>`}.
      </p>
      <form method="post" action="/oauth/authorize">
        ${hidden(fields)}
        <div class="choices">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny" class="quiet">Do not allow</button>
        </div>
      </form>
      <p class="hint">Not you? <a href="/logout">Log out</a></p>`,
    { visit },
  );
}

function placeOf(uri: string): string {
  if (isLoopback(uri)) return 'an app on this device';
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `the app for ${protocol}`;
}
