/** Writes the OpenAPI document of the API. */
import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { Scope } from '../domain/access/tokens.ts';
import { type DocumentedError, type DocumentedErrorName, documentedErrors, errorsSchema } from '../http/errors.ts';
import type { Route } from '../http/route.ts';
import {
  type ApiDocument,
  findRootKey,
  type Operation,
  type Parameter,
  type Reference,
  type ResponseObject,
  schemaExample,
  schemaName,
} from '../http/schema.ts';
import { config } from '../lib/config.ts';
import { authorizationServer } from './oauth.ts';

// Describes each scope in one sentence

const scopeMeanings: Record<Scope, string> = {
  read: 'See everything the account can see: recipes and posts, collections, notifications and the home timeline',
  write: 'Create, edit, publish and delete recipes, posts, collections and photos; like and boost',
  'account:read': 'See the profile, followers, followed accounts and blocked accounts',
  'account:write': 'Follow and block, accept or reject follow requests, edit the profile, move or delete the account',
};

// Derives operation ids, which generated clients use as function names: `createRecipe`, `listCollectionItems`

const verbs = { get: 'get', post: 'post', put: 'put', patch: 'update', delete: 'delete' };

function operationId({ method, path, response, create }: Route): string {
  const parts = path.split('/').filter(Boolean);
  const lists = response?.type === 'array';
  const words = parts.flatMap((part, index) => {
    if (isParameter(part)) return [];
    const one = isParameter(parts[index + 1] ?? '') || (create && index === parts.length - 1);
    return one ? [singular(part)] : [part];
  });
  const verb = lists ? 'list' : create ? 'create' : verbs[method];
  return (
    verb +
    words
      .flatMap((word) => word.split('_'))
      .map(capital)
      .join('')
  );
}

const isParameter = (part: string) => part.startsWith('{');
const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

function singular(word: string): string {
  if (word === 'media') return 'medium';
  if (word === 'statuses') return 'status';
  return word.replace(/s$/, '');
}

// Defines the shared components of the OpenAPI document: error responses, headers, parameters and security schemes

const textHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
const integerHeader = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' },
  example,
});

const headers = {
  RateLimit: textHeader('Remaining quota, and seconds until it is reset (IETF draft)', '"default";r=299;t=300'),
  'RateLimit-Policy': textHeader('Quota, and its window in seconds', '"default";q=300;w=300'),
  'X-RateLimit-Limit': integerHeader('Requests allowed per window', 300),
  'X-RateLimit-Remaining': integerHeader('Requests left in this window', 299),
  'X-RateLimit-Reset': {
    description: 'End of the window',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-05-03T10:05:00.000Z',
  },
  'Retry-After': integerHeader('Seconds to wait before the next try', 30),
  'WWW-Authenticate': textHeader(
    'Required scope, and where to get a token (RFC 6750, RFC 9728)',
    'Bearer realm="Potluck", error="insufficient_scope", scope="write"',
  ),
  Link: textHeader(
    'Next and previous page (RFC 8288). Absent on an empty page.',
    `<${config.baseUrl}/api/v1/timeline?max_id=819051724800000>; rel="next"`,
  ),
  ETag: textHeader('Version of this response, for `If-None-Match`', 'W/"2jmj7l5rSw0yVb-vlWAYkK-YBwk"'),
  'Idempotency-Replayed': {
    description: 'Set when the response to an earlier request with the same key is repeated',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

const headerRefs = (...names: (keyof typeof headers)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Present in every response unless `RATE_LIMITS` is off. */
const limitHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

const toResponse = ({ description: means, headers: names = [], examples }: DocumentedError): ResponseObject => ({
  description: means,
  headers: headerRefs(...limitHeaders, ...(names as (keyof typeof headers)[])),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/errors' },
      examples: Object.fromEntries(
        Object.entries(examples).map(([code, errors]) => [code, { value: { errors, code } }]),
      ),
    },
  },
});

const failures: Record<string, ResponseObject> = {
  ...Object.fromEntries(Object.entries(documentedErrors).map(([name, failure]) => [name, toResponse(failure)])),
  not_modified: {
    description: 'Unchanged since the version in `If-None-Match`',
    headers: headerRefs(...limitHeaders, 'ETag'),
  },
};

const parameters: Record<'idempotency_key' | 'if_none_match', Parameter> = {
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of your choice. For 24 h, the same request with the same key returns the first response ' +
      'and creates nothing new.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '7f0c2a1e-pizza',
  },
  if_none_match: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of the cached response. If nothing has changed, the response is 304 without a body.',
    schema: { type: 'string' },
    example: 'W/"2jmj7l5rSw0yVb-vlWAYkK-YBwk"',
  },
};

const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description: 'OAuth 2.1 with PKCE (S256 only). Apps register themselves (RFC 7591).',
    flows: {
      authorizationCode: {
        authorizationUrl: authorizationServer.authorization_endpoint,
        tokenUrl: authorizationServer.token_endpoint,
        refreshUrl: authorizationServer.token_endpoint,
        scopes: scopeMeanings,
      },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token of an app, or one created in the settings or on the command line, with the scopes listed',
  },
};

// Converts a route declaration to an OpenAPI operation

/** Returns the parts that are generated from schemas: parameters, body and response. */
function requestOf(route: Route) {
  const { method, path, params, query, body, upload, octets, jsonAlternative, response, status } = route;
  const root = body && findRootKey(body);
  const schema = root ? z.object({ [root.root]: root.content.optional() }) : body;
  const content = schema && {
    [octets ? 'application/octet-stream' : upload ? 'multipart/form-data' : 'application/json']: { schema },
    ...(jsonAlternative && { 'application/json': { schema: jsonAlternative } }),
  };
  return {
    method,
    path,
    request: { ...(params && { params }), ...(query && { query }), ...(content && { body: { content } }) },
    responses: {
      [status]: {
        description: '',
        ...(response && { content: { 'application/json': { schema: response } } }),
      },
    },
  };
}

/** Returns the examples that the operation refers to. */
function examplesOf({ body, upload, jsonAlternative, response }: Route): Record<string, { value: unknown }> {
  const examples: Record<string, { value: unknown }> = {};
  if (body) examples[bodyName(body, upload)] = { value: bodyExample(body, upload) };
  if (jsonAlternative) examples[bodyName(jsonAlternative, undefined)] = { value: schemaExample(jsonAlternative) };
  if (response instanceof z.ZodArray) {
    const element = response.element as z.ZodType;
    examples[responseName(response)] = { value: [schemaExample(element)] };
  } else if (response) examples[responseName(response)] = { value: schemaExample(response) };
  return examples;
}

function bodyExample(body: z.ZodType, upload: string | undefined): unknown {
  if (upload === 'import') return { 'import[file]': 'soda-bread.cook' };
  if (upload) return { [`${upload}[file]`]: 'dough.jpg', [`${upload}[description]`]: 'Dough in its bowl' };
  const root = findRootKey(body);
  return root ? { [root.root]: schemaExample(root.content) } : schemaExample(body);
}

function bodyName(body: z.ZodType, upload: string | undefined): string {
  if (upload) return `${upload}_upload`;
  const root = findRootKey(body);
  const name = schemaName(root?.content ?? body) ?? '';
  return name.startsWith(root?.root ?? '') ? name : `${root?.root}_${name}`;
}

const responseName = (response: z.ZodType): string =>
  response instanceof z.ZodArray ? `${schemaName(response.element as z.ZodType)}_list` : (schemaName(response) ?? '');

const exampleRef = (name: string) => ({ [name]: { $ref: `#/components/examples/${name}` } });

/** `generated` is the operation that was generated from `requestOf`. */
function describeOperation(route: Route, tag: string, generated: Operation): Operation {
  const { scope, optionalScope = 'read', summary, details, rule, body, upload, jsonAlternative } = route;
  const [content, instead] = Object.values(generated.requestBody?.content ?? {});
  if (content && body) content.examples = exampleRef(bodyName(body, upload));
  if (instead && jsonAlternative) instead.examples = exampleRef(bodyName(jsonAlternative, undefined));
  const root = body && findRootKey(body)?.root;

  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    description: [details, `Allowed for: ${rule}.`].filter(Boolean).join('\n\n'),
    security:
      scope === 'public'
        ? [{}, { oauth2: [optionalScope] }, { bearer: [optionalScope] }]
        : [{ oauth2: [scope] }, { bearer: [scope] }],
    parameters: [...(generated.parameters ?? []).map((one) => describeParameter(route, one)), ...headersIn(route)],
    ...(generated.requestBody && {
      requestBody: {
        ...generated.requestBody,
        required: upload !== undefined || !body?.safeParse({}).success,
        ...(root && { description: `The object may also be sent without the root key \`${root}\`.` }),
      },
    }),
    responses: { [route.status]: success(route, generated), ...failuresOf(route) },
  };
}

function describeParameter({ path }: Route, generated: Parameter | Reference): Parameter | Reference {
  if ('$ref' in generated) return generated;
  const { description, example, ...schema } = generated.schema;
  const before = path.split('/').at(path.split('/').indexOf(`{${generated.name}}`) - 1) ?? '';
  const isId = generated.in === 'path' && schema.type === 'integer';
  return {
    ...generated,
    description: generated.description ?? description ?? `Id of the ${singular(before)}`,
    schema,
    example: example ?? (isId ? 9 : undefined),
  };
}

const ref = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` });
const hasETag = ({ method, response }: Route) => method === 'get' && response !== null && response.type !== 'array';
const isPaged = ({ response, query }: Route) =>
  response?.type === 'array' && query instanceof z.ZodObject && ('max_id' in query.shape || 'offset' in query.shape);

const headersIn = (route: Route): Reference[] => [
  ...(route.create ? [ref('parameters', 'idempotency_key')] : []),
  ...(hasETag(route) ? [ref('parameters', 'if_none_match')] : []),
];

function success(route: Route, generated: Operation): ResponseObject {
  const response = generated.responses[route.status] as ResponseObject;
  const content = response.content?.['application/json'];
  if (content && route.response) content.examples = exampleRef(responseName(route.response));
  const extra = [
    ...(isPaged(route) ? (['Link'] as const) : []),
    ...(hasETag(route) ? (['ETag'] as const) : []),
    ...(route.create ? (['Idempotency-Replayed'] as const) : []),
  ];
  return {
    ...response,
    description: route.status === 204 ? 'Done' : route.status === 201 ? 'Created' : 'OK',
    headers: headerRefs(...limitHeaders, ...extra),
  };
}

function failuresOf(route: Route): Record<string, Reference> {
  const { scope, params, query, body, create, errors = [] } = route;
  const names: DocumentedErrorName[] = ['unauthorized', 'rate_limited', 'unavailable', 'internal_error', ...errors];
  if (scope !== 'public') names.push('forbidden');
  if (params) names.push('not_found');
  if (query || body) names.push('validation_failed');
  if (body || create) names.push('malformed');
  if (body) names.push('too_large', 'unsupported_media_type');
  if (create) names.push('conflict');

  const notModified: [number, Reference][] = hasETag(route) ? [[304, ref('responses', 'not_modified')]] : [];
  const errorResponses = names.map((name): [number, Reference] => [
    documentedErrors[name].status,
    ref('responses', name),
  ]);
  return Object.fromEntries([...notModified, ...errorResponses]);
}

// Builds the OpenAPI document from the route declarations

/** A group of routes in the documentation. */
export interface Section {
  name: string;
  description: string;
  routes: Route[];
}

export const prefix = '/api/v1';

const introduction = `Read and write recipes, the items that people cook from them, and posts, on this server and on every
server that it federates with over ActivityPub.

Send the access token in the header \`Authorization: Bearer …\`. Apps get a token with OAuth 2.1 (authorization code with
PKCE). No scope implies another. Public operations also accept a token, and then return what its account may see.

Things that do not exist and things that you may not see both return 404. Lists are arrays, and the \`Link\` header has the
URLs of the next and previous page. A POST with an \`Idempotency-Key\` creates its resource only once. Within v1, responses
may get new keys but never lose any, so ignore keys that you do not know. Keys of a request that the server does not know
are ignored as well: an app may send more than an older server reads.`;

const info = {
  title: 'Potluck',
  summary: 'A federated recipe server',
  description: introduction,
  version: '1.0.0',
  license: { name: 'GNU Affero General Public License v3.0 or later', identifier: 'AGPL-3.0-or-later' },
};

export function describeApi(sections: Section[]): ApiDocument {
  const api = new OpenAPIHono();
  const registry = api.openAPIRegistry;
  registry.register('errors', errorsSchema);
  for (const { routes } of sections) {
    for (const route of routes) registry.registerPath(requestOf(route) as RouteConfig);
  }
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info,
    servers: [{ url: `${config.baseUrl}${prefix}`, description: 'This server' }],
    tags: sections.map(({ name, description: about }) => ({ name, description: about })),
    externalDocs: { description: 'Documentation for humans', url: `${config.baseUrl}/api/docs` },
  }) as unknown as ApiDocument;

  for (const { name, routes } of sections) {
    for (const route of routes) {
      const item = document.paths[route.path]!;
      item[route.method] = describeOperation(route, name, item[route.method] as Operation);
    }
  }
  const routes = sections.flatMap((section) => section.routes);
  Object.assign(document.components, { responses: failures, headers, parameters, securitySchemes });
  document.components.examples = Object.assign({}, ...routes.map(examplesOf));
  return document;
}
