/** Renders one operation: access, parameters, body, responses and examples. */
import { html } from 'hono/html';
import {
  type ApiDocument,
  type Content,
  type Operation,
  type Parameter,
  type Reference,
  type ResponseObject,
  resolve,
} from '../../http/schema.ts';
import { curl, exampleIn } from './curl.ts';
import { entry, fields, typeOf } from './fields.ts';
import { nameIn, overviewAnchor, type PathOperation } from './paths.ts';
import { code, inline, json, prose } from './text.ts';

export function renderOperation(document: ApiDocument, placed: PathOperation) {
  const { operation, method, path } = placed;
  return html`<section class="operation" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h2 id="${operation.operationId}-title"><a href="#${operation.operationId}">${inline(operation.summary)}</a></h2>
<p class="endpoint"><span class="method">${method.toUpperCase()}</span> <code>/api/v1${path}</code></p>
<div class="columns"><div>
${prose(operation.description)}
${access(operation)}
${parametersOf(document, operation)}
${body(document, operation)}
${responseList(document, operation)}
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
    ? html`<p class="access">No token required. With a token of scope ${scopes}, it returns what the account may see.</p>`
    : html`<p class="access">Requires a token with the scope ${scopes}.</p>`;
}

function parametersOf(document: ApiDocument, { parameters = [] }: Operation) {
  if (parameters.length === 0) return '';
  const places = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' };
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

const isSuccess = ([status]: [string, unknown]) => Number(status) < 300;

function responseList(document: ApiDocument, { responses }: Operation) {
  const all = Object.entries(responses);
  return html`<h3>Responses</h3><dl class="responses">${all.filter(isSuccess).map(([status, found]) => successResponse(document, status, found))}
${all.filter((one) => !isSuccess(one)).map(([status, found]) => errorResponse(document, status, found))}</dl>`;
}

function successResponse(document: ApiDocument, status: string, found: ResponseObject | Reference) {
  const { description, content, headers } = resolve<ResponseObject>(document, found);
  const documentedHeaders = Object.keys(headers ?? {}).filter((name) => !/RateLimit/.test(name));
  const shape = content && Object.values(content)[0]?.schema;
  return html`<dt><code>${status}</code></dt><dd>${shape ? html`${description}: ${typeOf(shape)}` : html`${description}, no body`}${
    documentedHeaders.length > 0
      ? html`<br><span class="hint">With ${documentedHeaders.map((name, index) => html`${index > 0 ? ', ' : ''}<a href="${overviewAnchor(`header-${name}`)}"><code>${name}</code></a>`)}</span>`
      : ''
  }</dd>`;
}

function errorResponse(document: ApiDocument, status: string, found: ResponseObject | Reference) {
  const { description } = resolve<ResponseObject>(document, found);
  const documentedHeaders = '$ref' in found ? overviewAnchor(nameIn(found.$ref)) : overviewAnchor('answers');
  return html`<dt><a href="${documentedHeaders}"><code>${status}</code></a></dt><dd>${inline(description)}</dd>`;
}

function samples(document: ApiDocument, { requestBody, responses }: Operation) {
  const sample = (content: Record<string, Content> | undefined, label: string) =>
    Object.values(content ?? {}).map(({ examples }) => json(exampleIn(document, examples), label));
  return html`${sample(requestBody?.content, 'Example body')}${Object.entries(responses)
    .filter(isSuccess)
    .map(([status, found]) =>
      sample(resolve<ResponseObject>(document, found).content, `Example ${status}`),
    )}`;
}
