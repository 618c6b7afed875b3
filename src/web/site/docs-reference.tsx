/** The reference of the API. */
import { methods } from '../../http/route.ts';
import {
  type ApiDocument,
  type Content,
  type Operation,
  type Parameter,
  type Reference,
  type ResponseObject,
  resolve,
} from '../../http/schema.ts';
import type { Html } from '../components/layout.tsx';
import {
  Code,
  docsPath,
  Entry,
  Fields,
  inline,
  Json,
  joined,
  nameIn,
  Prose,
  schemasPath,
  typeOf,
} from './docs-schemas.tsx';

export const tagPath = (tag: string): string => `${docsPath}/${tag.toLowerCase()}`;
const operationPath = ({ tags: [tag], operationId }: Operation): string => `${tagPath(tag!)}#${operationId}`;
const overviewAnchor = (name: string): string => `${docsPath}#${name}`;

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

// Renders the navigation of the API documentation

/** `path` is the path of the current page. */
export function WithNavigation({ document, path, content }: { document: ApiDocument; path: string; content: Html }) {
  const link = (label: string, to: string) => (
    <li>
      <a href={to} aria-current={path === to ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <div class="docs">
      <nav class="docs-nav no-print" aria-label="API documentation">
        <ul>
          {link('Overview', docsPath)}
          {document.tags.map(({ name }) => link(name, tagPath(name)))}
          {link('Schemas', schemasPath)}
        </ul>
      </nav>
      <div class="docs-content">{content}</div>
    </div>
  );
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

export function OperationSection({ document, placed }: { document: ApiDocument; placed: PathOperation }) {
  const { operation, method, path } = placed;
  const { operationId, summary, description } = operation;
  return (
    <section class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h2 id={`${operationId}-title`}>
        <a href={`#${operationId}`}>{inline(summary)}</a>
      </h2>
      <p class="endpoint">
        <span class="method">{method.toUpperCase()}</span> <code>/api/v1{path}</code>
      </p>
      <div class="columns">
        <div>
          <Prose text={description} />
          <Access operation={operation} />
          <Parameters document={document} operation={operation} />
          <Body document={document} operation={operation} />
          <Responses document={document} operation={operation} />
        </div>
        <div class="samples">
          <Code text={curl(document, placed)} label="Try it" />
          <Samples document={document} operation={operation} />
        </div>
      </div>
    </section>
  );
}

interface OperationProps {
  document: ApiDocument;
  operation: Operation;
}

function Access({ operation: { security } }: { operation: Operation }) {
  const scopes = [...new Set(security.flatMap((one) => Object.values(one).flat()))].map((scope) => (
    <code>{scope}</code>
  ));
  const isOpen = security.some((one) => Object.keys(one).length === 0);
  return (
    <p class="access">
      {isOpen ? (
        <>No token required. With a token of scope {scopes}, it returns what the account may see.</>
      ) : (
        <>Requires a token with the scope {scopes}.</>
      )}
    </p>
  );
}

const places = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' };

function Parameters({ document, operation: { parameters = [] } }: OperationProps) {
  const known = parameters.map((one) => resolve<Parameter>(document, one));
  const groups = Object.entries(places).map(([place, title]) => ({
    title,
    inPlace: known.filter((one) => one.in === place),
    mayBeRequired: place !== 'path',
  }));
  return (
    <>
      {groups
        .filter(({ inPlace }) => inPlace.length > 0)
        .map(({ title, inPlace, mayBeRequired }) => (
          <>
            <h3>{title}</h3>
            <dl class="keys">
              {inPlace.map(({ name, schema, required, description }) => (
                <Entry
                  name={name}
                  schema={schema}
                  required={required === true && mayBeRequired}
                  description={description}
                />
              ))}
            </dl>
          </>
        ))}
    </>
  );
}

function Body({ document, operation: { requestBody } }: OperationProps) {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!content) return null;
  const { $ref } = content.schema;
  return (
    <>
      <h3>Body</h3>
      <p class="hint">
        <code>{type}</code>
      </p>
      {$ref && <p>{typeOf(content.schema)}</p>}
      <Fields schema={$ref ? resolve(document, { $ref }) : content.schema} />
      <Prose text={requestBody?.description} />
    </>
  );
}

const isSuccess = ([status]: [string, unknown]) => Number(status) < 300;

function Responses({ document, operation: { responses } }: OperationProps) {
  const all = Object.entries(responses);
  return (
    <>
      <h3>Responses</h3>
      <dl class="responses">
        {all.filter(isSuccess).map(([status, found]) => (
          <Success document={document} status={status} found={found} />
        ))}
        {all
          .filter((one) => !isSuccess(one))
          .map(([status, found]) => (
            <Failure document={document} status={status} found={found} />
          ))}
      </dl>
    </>
  );
}

interface ResponseProps {
  document: ApiDocument;
  status: string;
  found: ResponseObject | Reference;
}

function Success({ document, status, found }: ResponseProps) {
  const { description, content, headers } = resolve<ResponseObject>(document, found);
  const documented = Object.keys(headers ?? {}).filter((name) => !/RateLimit/.test(name));
  const links = documented.map((name) => (
    <a href={overviewAnchor(`header-${name}`)}>
      <code>{name}</code>
    </a>
  ));
  const shape = content && Object.values(content)[0]?.schema;
  return (
    <>
      <dt>
        <code>{status}</code>
      </dt>
      <dd>
        {shape ? (
          <>
            {description}: {typeOf(shape)}
          </>
        ) : (
          <>{description}, no body</>
        )}
        {links.length > 0 && (
          <>
            <br />
            <span class="hint">With {joined(links, ', ')}</span>
          </>
        )}
      </dd>
    </>
  );
}

function Failure({ document, status, found }: ResponseProps) {
  const { description } = resolve<ResponseObject>(document, found);
  return (
    <>
      <dt>
        <a href={overviewAnchor('$ref' in found ? nameIn(found.$ref) : 'answers')}>
          <code>{status}</code>
        </a>
      </dt>
      <dd>{inline(description)}</dd>
    </>
  );
}

function Samples({ document, operation: { requestBody, responses } }: OperationProps) {
  const samplesOf = (content: Record<string, Content> | undefined, label: string) =>
    Object.values(content ?? {}).map(({ examples }) => <Json value={exampleIn(document, examples)} label={label} />);
  return (
    <>
      {samplesOf(requestBody?.content, 'Example body')}
      {Object.entries(responses)
        .filter(isSuccess)
        .map(([status, found]) => samplesOf(resolve<ResponseObject>(document, found).content, `Example ${status}`))}
    </>
  );
}

// Lists operations with links to their documentation

export const OperationList = ({ operations }: { operations: PathOperation[] }) => (
  <ul class="operations">
    {operations.map(({ method, path, operation }) => (
      <li>
        <span class="method">{method.toUpperCase()}</span>
        <div>
          <a href={operationPath(operation)}>
            <code>{path}</code>
          </a>
          <br />
          <span class="hint">{inline(operation.summary)}</span>
        </div>
      </li>
    ))}
  </ul>
);

// Renders the start page of the API documentation

export const Overview = ({ document }: { document: ApiDocument }) => (
  <>
    <h1>API</h1>
    <p class="lead">The REST API of Potluck, {document.info.summary.replace(/^A /, 'a ')}.</p>
    <Prose text={document.info.description} />
    <p>
      The base URL is <code>{document.servers[0]!.url}</code>. There is also an{' '}
      <a href="/api/v1/openapi.json">OpenAPI document</a>, and apps find the OAuth endpoints in the{' '}
      <a href="/.well-known/oauth-authorization-server">server metadata</a>.
    </p>
    {document.tags.map(({ name, description }) => (
      <section>
        <h2>
          <a href={tagPath(name)}>{name}</a>
        </h2>
        <p>{inline(description)}</p>
        <OperationList operations={operationsOf(document, name)} />
      </section>
    ))}
    <Scopes document={document} />
    <Headers document={document} />
    <Errors document={document} />
  </>
);

function Scopes({ document: { components } }: { document: ApiDocument }) {
  const { flows } = components.securitySchemes.oauth2 as {
    flows: { authorizationCode: { scopes: Record<string, string> } };
  };
  return (
    <section id="scopes">
      <h2>Scopes</h2>
      <dl class="responses">
        {Object.entries(flows.authorizationCode.scopes).map(([name, meaning]) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}

function Headers({ document: { components } }: { document: ApiDocument }) {
  const all = Object.entries(components.headers as Record<string, { description: string; example: unknown }>);
  return (
    <section id="headers">
      <h2>Response headers</h2>
      <dl class="keys">
        {all.map(([name, { description, example }]) => (
          <div id={`header-${name}`}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <p>{inline(description)}</p>
              <p class="hint">
                <code>{String(example)}</code>
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Errors = ({ document: { components } }: { document: ApiDocument }) => (
  <section id="errors">
    <h2>Errors</h2>
    {Object.entries(components.responses).map(([name, { description, content }]) => {
      const body = content?.['application/json'];
      return (
        <section id={name}>
          <h3>{name.replaceAll('_', ' ')}</h3>
          <p>
            {inline(description)}
            {body && <>: {typeOf(body.schema)}</>}
          </p>
          {Object.values(body?.examples ?? {}).map(
            (one) => 'value' in one && <Json value={one.value} label="Example" />,
          )}
        </section>
      );
    })}
  </section>
);
