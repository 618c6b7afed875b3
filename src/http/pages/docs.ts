/** The API's operations for people to read, from the same declarations as its OpenAPI document. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { config } from '../../lib/config.ts';
import { routes } from '../api/index.ts';
import type { Route } from '../route.ts';
import { page, pageHeaders } from './layout.ts';

export const docs = new Hono().get('/api/docs', (c) => c.html(list(), 200, pageHeaders));

function list() {
  const groups = Map.groupBy(routes, ({ path }) => path.split('/')[1] ?? '');
  return page(
    'API',
    html`<h1>REST API v1</h1>
      <p>
        Everything is under <code>${config.baseUrl}/api/v1</code>. Tokens go into the header
        <code>Authorization: Bearer …</code>; apps get theirs by OAuth 2.1, as
        <a href="/.well-known/oauth-authorization-server">the server's metadata</a> says;
        <a href="/api/v1/openapi.json">the OpenAPI 3.1 document</a>
        says what goes in and comes out.
      </p>
      ${[...groups].map(([noun, operations]) => html`<h2>${noun}</h2><dl class="operations">${operations.map(entry)}</dl>`)}`,
  );
}

const entry = ({ method, path, summary, scope, optionalScope }: Route) => html`
  <dt><code>${method.toUpperCase()} ${path}</code></dt>
  <dd>${summary} · <span class="hint">${scope === 'public' ? `public${optionalScope ? `, more with ${optionalScope}` : ''}` : scope}</span></dd>`;
