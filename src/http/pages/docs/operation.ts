/** One operation: who may, what goes in, what comes out, what goes wrong, and how to try it. */
import { html } from 'hono/html';
import {
  type Answer,
  type ApiDocument,
  type Content,
  type Operation,
  type Parameter,
  type Reference,
  resolve,
} from '../../openapi/types.ts';
import { curl, exampleIn } from './curl.ts';
import { entry, fields, typeOf } from './fields.ts';
import { answerPath, nameIn, type Placed } from './places.ts';
import { code, inline, json, prose } from './text.ts';

export function showOperation(document: ApiDocument, placed: Placed) {
  const { operation, method, path } = placed;
  return html`<section class="operation" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h2 id="${operation.operationId}-title"><a href="#${operation.operationId}">${inline(operation.summary)}</a></h2>
<p class="call"><span class="method">${method.toUpperCase()}</span> <code>/api/v1${path}</code></p>
<div class="columns"><div>
${prose(operation.description)}
${access(operation)}
${parametersOf(document, operation)}
${body(document, operation)}
${answers(document, operation)}
</div><div class="samples">
${code(curl(document, placed), 'Try it')}
${samples(document, operation)}
</div></div>
</section>`;
}

function access({ security }: Operation) {
  const scopes = [...new Set(security.flatMap((one) => Object.values(one).flat()))].map(
    (scope) => html`<code>${scope}</code>`,
  );
  const open = security.some((one) => Object.keys(one).length === 0);
  return open
    ? html`<p class="access">Needs no token; with one of scope ${scopes} it shows what its account may see.</p>`
    : html`<p class="access">Needs a token with the scope ${scopes}.</p>`;
}

function parametersOf(document: ApiDocument, { parameters = [] }: Operation) {
  if (parameters.length === 0) return '';
  const places = { path: 'In the path', query: 'In the query', header: 'Headers' };
  const known = parameters.map((one) => resolve<Parameter>(document, one));
  return Object.entries(places).map(([place, title]) => {
    const here = known.filter((one) => one.in === place);
    if (here.length === 0) return '';
    return html`<h3>${title}</h3><dl class="keys">${here.map(({ name, schema, required, description }) =>
      entry(name, schema, required === true && place !== 'path', description),
    )}</dl>`;
  });
}

function body(document: ApiDocument, { requestBody }: Operation) {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!content) return '';
  const { $ref } = content.schema;
  const root = $ref
    ? html`<p>${typeOf(content.schema)}</p>${fields(resolve(document, { $ref }))}`
    : fields(content.schema);
  return html`<h3>Body</h3><p class="hint"><code>${type}</code></p>${root}${prose(requestBody?.description)}`;
}

const isGood = ([status]: [string, unknown]) => Number(status) < 300;

function answers(document: ApiDocument, { responses }: Operation) {
  const all = Object.entries(responses);
  return html`<h3>Answers</h3><dl class="answers">${all.filter(isGood).map(([status, found]) => good(document, status, found))}
${all.filter((one) => !isGood(one)).map(([status, found]) => other(document, status, found))}</dl>`;
}

function good(document: ApiDocument, status: string, found: Answer | Reference) {
  const { description, content, headers } = resolve<Answer>(document, found);
  const told = Object.keys(headers ?? {}).filter((name) => !/RateLimit/.test(name));
  const shape = content && Object.values(content)[0]?.schema;
  return html`<dt><code>${status}</code></dt><dd>${shape ? html`${description}: ${typeOf(shape)}` : html`${description}, without a body`}${
    told.length > 0
      ? html`<br><span class="hint">With ${told.map((name, index) => html`${index > 0 ? ', ' : ''}<a href="${answerPath(`header-${name}`)}"><code>${name}</code></a>`)}</span>`
      : ''
  }</dd>`;
}

function other(document: ApiDocument, status: string, found: Answer | Reference) {
  const { description } = resolve<Answer>(document, found);
  const told = '$ref' in found ? answerPath(nameIn(found.$ref)) : answerPath('answers');
  return html`<dt><a href="${told}"><code>${status}</code></a></dt><dd>${inline(description)}</dd>`;
}

function samples(document: ApiDocument, { requestBody, responses }: Operation) {
  const sample = (content: Record<string, Content> | undefined, label: string) =>
    Object.values(content ?? {}).map(({ examples }) => json(exampleIn(document, examples), label));
  return html`${sample(requestBody?.content, 'Body, for example')}${Object.entries(responses)
    .filter(isGood)
    .map(([status, found]) => sample(resolve<Answer>(document, found).content, `${status}, for example`))}`;
}
