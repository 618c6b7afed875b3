/** Renders the named schemas of the API. */
import { html } from 'hono/html';
import type { ApiDocument } from '../../http/schema.ts';
import type { Html } from '../components/layout.ts';
import { baseOf, fields, typeOf } from './fields.ts';
import { schemaPath } from './paths.ts';
import { json } from './text.ts';

export function schemasPage({ components: { schemas, examples } }: ApiDocument): Html {
  const all = Object.entries(schemas);
  return html`<h1>Schemas</h1>
<p class="lead">The objects that requests and responses contain. Keys marked “required” are always present.</p>
<ul class="schema-list">${all.map(([name]) => html`<li><a href="${schemaPath(name)}"><code>${name}</code></a></li>`)}</ul>
${all.map(([name, schema]) => {
  const base = baseOf(schema);
  const known = examples[name];
  return html`<section class="operation" id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title"><a href="#${name}"><code>${name}</code></a></h2>
<div class="columns"><div>${base ? html`<p>All keys of ${typeOf(base)}, and:</p>` : ''}${fields(schema)}</div>
<div class="samples">${known ? json(known.value, 'Example') : ''}</div></div></section>`;
})}`;
}
