/** The shapes of the API that have a name, with their keys. */
import { html } from 'hono/html';
import type { ApiDocument } from '../../openapi/types.ts';
import type { Html } from '../layout.ts';
import { baseOf, fields, typeOf } from './fields.ts';
import { shapePath } from './places.ts';
import { json } from './text.ts';

export function shapes({ components: { schemas, examples } }: ApiDocument): Html {
  const all = Object.entries(schemas);
  return html`<h1>Shapes</h1>
<p class="lead">What goes in and comes out, key by key. What is marked “always” is never left out.</p>
<ul class="shape-list">${all.map(([name]) => html`<li><a href="${shapePath(name)}"><code>${name}</code></a></li>`)}</ul>
${all.map(([name, schema]) => {
  const base = baseOf(schema);
  const known = examples[name];
  return html`<section class="operation" id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title"><a href="#${name}"><code>${name}</code></a></h2>
<div class="columns"><div>${base ? html`<p>All of ${typeOf(base)}, and:</p>` : ''}${fields(schema)}</div>
<div class="samples">${known ? json(known.value, 'For example') : ''}</div></div></section>`;
})}`;
}
