/** How the API is spoken to, every operation by its part, and the answers that all of them share. */
import { html } from 'hono/html';
import type { ApiDocument } from '../../openapi/types.ts';
import type { Html } from '../layout.ts';
import { contents } from './contents.ts';
import { typeOf } from './fields.ts';
import { operationsOf, tagPath } from './places.ts';
import { inline, json, prose } from './text.ts';

export function overview(document: ApiDocument): Html {
  return html`<h1>The API</h1>
<p class="lead">${document.info.summary}, for programs</p>
${prose(document.info.description)}
<p>Everything is under <code>${document.servers[0]!.url}</code>. Programs read the same as
<a href="/api/v1/openapi.json">OpenAPI document</a>; apps find where tokens come from in
<a href="/.well-known/oauth-authorization-server">the server’s metadata</a>.</p>
${document.tags.map((tag) => part(document, tag))}
${scopes(document)}
${headers(document)}
${answers(document)}`;
}

function part(document: ApiDocument, { name, description }: ApiDocument['tags'][number]) {
  return html`<section><h2><a href="${tagPath(name)}">${name}</a></h2><p>${inline(description)}</p>
${contents(operationsOf(document, name))}</section>`;
}

function scopes({ components }: ApiDocument) {
  const { flows } = components.securitySchemes.oauth2 as {
    flows: { authorizationCode: { scopes: Record<string, string> } };
  };
  return html`<section id="scopes"><h2>Scopes</h2><dl class="answers">${Object.entries(
    flows.authorizationCode.scopes,
  ).map(([name, meaning]) => html`<dt><code>${name}</code></dt><dd>${meaning}</dd>`)}</dl></section>`;
}

function headers({ components }: ApiDocument) {
  const all = Object.entries(components.headers as Record<string, { description: string; example: unknown }>);
  return html`<section id="headers"><h2>Headers of answers</h2><dl class="keys">${all.map(
    ([name, { description, example }]) =>
      html`<div id="header-${name}"><dt><code>${name}</code></dt><dd><p>${inline(description)}</p><p class="hint"><code>${example}</code></p></dd></div>`,
  )}</dl></section>`;
}

function answers({ components }: ApiDocument) {
  return html`<section id="answers"><h2>When it does not go well</h2>${Object.entries(
    components.responses,
  ).map(([name, { description, content }]) => {
    const told = content?.['application/json'];
    return html`<section id="${name}"><h3>${name.replaceAll('_', ' ')}</h3><p>${inline(description)}${told ? html`: ${typeOf(told.schema)}` : ''}</p>${Object.values(
      told?.examples ?? {},
    ).map((one) => ('value' in one ? json(one.value, 'For example') : ''))}</section>`;
  })}</section>`;
}
