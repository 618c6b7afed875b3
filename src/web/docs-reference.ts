/** The reference of the API. */
import { html, raw } from 'hono/html';
import { methods } from '../http/route.ts';
import {
  type ApiDocument,
  type Content,
  type Operation,
  type Parameter,
  type Reference,
  type ResponseObject,
  resolve,
  type Schema,
} from '../http/schema.ts';
import { renderMarkdown } from '../lib/markdown.ts';
import type { Html } from './components/layout.tsx';

// Builds the paths of the API documentation

export const docsPath = '/api/docs';
export const schemasPath = `${docsPath}/schemas`;

export const tagPath = (tag: string): string => `${docsPath}/${tag.toLowerCase()}`;
const operationPath = ({ tags: [tag], operationId }: Operation): string => `${tagPath(tag!)}#${operationId}`;
const schemaPath = (name: string): string => `${schemasPath}#${name}`;
const overviewAnchor = (name: string): string => `${docsPath}#${name}`;

/** Returns the name that a `$ref` ends with. */
const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

interface PathOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** Returns the operations of a tag, in the order of declaration. */
export const operationsOf = ({ paths }: ApiDocument, tag: string): PathOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.tags[0] === tag ? [{ method, path, operation }] : [];
    }),
  );

// Renders texts and examples of the OpenAPI document

/** Renders Markdown. Joins lines that are wrapped in the source. */
const prose = (text: string | undefined) =>
  text ? html`<div class="prose">${raw(renderMarkdown(text.replaceAll(/(?<=\S)\n(?=\S)/g, ' ')))}</div>` : '';

/** Renders inline text, in which only code is marked up. */
export const inline = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** Renders a block of code. */
const code = (text: string, label: string) =>
  html`<figure class="sample"><figcaption>${label}</figcaption><pre><code>${text}</code></pre></figure>`;

/** Renders JSON. Long values are folded. */
function json(value: unknown, label: string) {
  const text = JSON.stringify(value, null, 2);
  if (text.split('\n').length <= 30) return code(text, label);
  return html`<details class="sample"><summary>${label}</summary><pre><code>${text}</code></pre></details>`;
}

// Renders the navigation of the API documentation

/** `path` is the path of the current page. */
export function withNavigation(document: ApiDocument, path: string, content: Html): Html {
  const link = (label: string, to: string) =>
    html`<li><a href="${to}"${path === to ? html` aria-current="page"` : ''}>${label}</a></li>`;
  return html`<div class="docs"><nav class="docs-nav no-print" aria-label="API documentation"><ul>
${link('Overview', docsPath)}${document.tags.map(({ name }) => link(name, tagPath(name)))}${link('Schemas', schemasPath)}
</ul></nav><div class="docs-content">${content}</div></div>`;
}

// Renders the keys of a schema with type, limits and description

type Piece = Html | string;

/** Returns an empty string for a schema without keys. */
function fields(schema: Schema): Piece {
  const parts = (schema.allOf ?? [schema]).filter((part) => part.properties);
  if (parts.length === 0) return '';
  return html`<dl class="keys">${parts.map(({ properties, required }) =>
    Object.entries(properties!).map(([name, value]) => entry(name, value, required?.includes(name) ?? false)),
  )}</dl>`;
}

/** Marks required keys, because most keys of requests are optional. */
function entry(name: string, schema: Schema, required: boolean, described = schema.description) {
  const inner = objectIn(schema);
  return html`<div><dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${required ? html` <span class="required">required</span>` : ''}</dt>
<dd>${described ? html`<p>${inline(described)}</p>` : ''}${bounds(schema)}${inner ? fields(inner) : ''}</dd></div>`;
}

/** Names the type, with a link if the schema has a name. */
function typeOf(schema: Schema): Piece {
  const { $ref, anyOf, allOf, items, additionalProperties } = schema;
  if ($ref) return html`<a href="${schemaPath(nameIn($ref))}">${nameIn($ref)}</a>`;
  if (anyOf) return joined(anyOf.map(typeOf), ' or ');
  if (allOf) return joined(allOf.filter((part) => part.$ref).map(typeOf), ' and ');
  const types = [schema.type ?? 'any'].flat();
  return joined(
    types.map((type) => {
      if (type === 'array' && items) return html`list of ${typeOf(items)}`;
      if (type === 'object' && typeof additionalProperties === 'object')
        return html`object of ${typeOf(additionalProperties)}`;
      return type;
    }),
    ' or ',
  );
}

/** Returns the schema that this one extends. */
const baseOf = ({ allOf }: Schema): Schema | null => allOf?.find((part) => part.$ref) ?? null;

const joined = (pieces: Piece[], between: string): Html =>
  html`${pieces.map((piece, index) => html`${index > 0 ? between : ''}${piece}`)}`;

/** Finds an unnamed object schema, directly, in a list or in a union. */
function objectIn(schema: Schema): Schema | null {
  if (schema.properties) return schema;
  const within = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])];
  for (const one of within) {
    const found = objectIn(one);
    if (found) return found;
  }
  return null;
}

function bounds(schema: Schema): Piece {
  const { enum: values, format, maxItems, minimum, maximum, minLength, maxLength } = schema;
  const named = values?.filter((value) => value !== null) ?? [];
  const words = [
    format === 'date-time' ? 'date and time' : format === 'uri' ? 'URL' : '',
    between(minLength, maxLength, 'characters'),
    // The largest integers are a limit of the format, not a rule of the API.
    between(minimum, maximum !== undefined && maximum < 2 ** 31 - 1 ? maximum : undefined),
    maxItems === undefined ? '' : `at most ${maxItems} items`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  if (named.length === 0 && words.length === 0) return '';
  const choices = joined(
    named.map((value) => html`<code>${String(value)}</code>`),
    ' · ',
  );
  return html`<p class="hint">${choices}${named.length > 0 && words.length > 0 ? '; ' : ''}${words.join(', ')}</p>`;
}

function between(least: number | undefined, most: number | undefined, unit = ''): string {
  const text = (value: number) => `${value.toLocaleString('en-GB')}${unit && ` ${unit}`}`;
  if (most === undefined) return least ? `at least ${text(least)}` : '';
  return least ? `${least.toLocaleString('en-GB')} to ${text(most)}` : `at most ${text(most)}`;
}

// Renders the named schemas of the API

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

// Builds a curl command for an operation

export function curl(document: ApiDocument, { method, path, operation }: PathOperation): string {
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one));
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.name === name)?.example)).replaceAll('%40', '@'),
  );
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const query = new URLSearchParams(required.map(({ name, example }) => [name, String(example)])).toString();
  const url = `${document.servers[0]!.url}${inPath}${query && `?${query}`}`;
  const isPublic = operation.security.some((one) => Object.keys(one).length === 0);

  return [
    'curl',
    ...(method === 'get' ? [] : ['-X', method.toUpperCase()]),
    quoted(url),
    ...(isPublic ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...bodyOf(document, operation),
  ].join(' ');
}

function bodyOf(document: ApiDocument, { requestBody }: Operation): string[] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!content) return [];
  const value = exampleIn(document, content.examples);
  if (type === 'application/octet-stream')
    return ["-H 'Content-Type: application/octet-stream'", '--data-binary', quoted(`@${value}`)];
  if (type !== 'multipart/form-data')
    return ["-H 'Content-Type: application/json'", '-d', quoted(JSON.stringify(value))];
  return Object.entries(value as Record<string, string>).flatMap(([name, text]) => [
    '-F',
    quoted(`${name}=${name.endsWith('[file]') ? '@' : ''}${text}`),
  ]);
}

/** Returns the first example. */
export function exampleIn(
  document: ApiDocument,
  examples: NonNullable<Operation['requestBody']>['content'][string]['examples'],
): unknown {
  const [found] = Object.values(examples ?? {});
  return found && resolve<{ value: unknown }>(document, found).value;
}

/** Quotes for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

// Renders one operation: access, parameters, body, responses and examples

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
    .map(([status, found]) => sample(resolve<ResponseObject>(document, found).content, `Example ${status}`))}`;
}

// Lists operations with links to their documentation

export const operationList = (operations: PathOperation[]) =>
  html`<ul class="operations">${operations.map(
    ({ method, path, operation }) =>
      html`<li><span class="method">${method.toUpperCase()}</span><div><a href="${operationPath(operation)}"><code>${path}</code></a><br><span class="hint">${inline(operation.summary)}</span></div></li>`,
  )}</ul>`;

// Renders the start page of the API documentation

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
