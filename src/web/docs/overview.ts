/** Renders the start page of the API documentation. */
import { html } from 'hono/html';
import type { ApiDocument } from '../../http/schema.ts';
import type { Html } from '../components/layout.ts';
import { typeOf } from './fields.ts';
import { operationList } from './operation-list.ts';
import { operationsOf, tagPath } from './paths.ts';
import { inline, json, prose } from './text.ts';

export function overview(document: ApiDocument): Html {
  return html`<h1>API</h1>
<p class="lead">The REST API of Potluck, ${document.info.summary.replace(/^A /, 'a ')}.</p>
${prose(document.info.description)}
<p>The base URL is <code>${document.servers[0]!.url}</code>. There is also an
<a href="/api/v1/openapi.json">OpenAPI document</a>, and apps find the OAuth endpoints in the
<a href="/.well-known/oauth-authorization-server">server metadata</a>.</p>
${document.tags.map((tag) => tagSection(document, tag))}
${scopes(document)}
${headers(document)}
${errors(document)}`;
}

function tagSection(document: ApiDocument, { name, description }: ApiDocument['tags'][number]) {
  return html`<section><h2><a href="${tagPath(name)}">${name}</a></h2><p>${inline(description)}</p>
${operationList(operationsOf(document, name))}</section>`;
}

function scopes({ components }: ApiDocument) {
  const { flows } = components.securitySchemes.oauth2 as {
    flows: { authorizationCode: { scopes: Record<string, string> } };
  };
  return html`<section id="scopes"><h2>Scopes</h2><dl class="responses">${Object.entries(
    flows.authorizationCode.scopes,
  ).map(([name, meaning]) => html`<dt><code>${name}</code></dt><dd>${meaning}</dd>`)}</dl></section>`;
}

function headers({ components }: ApiDocument) {
  const all = Object.entries(components.headers as Record<string, { description: string; example: unknown }>);
  return html`<section id="headers"><h2>Response headers</h2><dl class="keys">${all.map(
    ([name, { description, example }]) =>
      html`<div id="header-${name}"><dt><code>${name}</code></dt><dd><p>${inline(description)}</p><p class="hint"><code>${example}</code></p></dd></div>`,
  )}</dl></section>`;
}

function errors({ components }: ApiDocument) {
  return html`<section id="errors"><h2>Errors</h2>${Object.entries(components.responses).map(
    ([name, { description, content }]) => {
      const body = content?.['application/json'];
      return html`<section id="${name}"><h3>${name.replaceAll('_', ' ')}</h3><p>${inline(description)}${body ? html`: ${typeOf(body.schema)}` : ''}</p>${Object.values(
        body?.examples ?? {},
      ).map((one) => ('value' in one ? json(one.value, 'Example') : ''))}</section>`;
    },
  )}</section>`;
}
