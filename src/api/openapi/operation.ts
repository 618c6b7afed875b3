/** Converts a route declaration to an OpenAPI operation. */
import { z } from '@hono/zod-openapi';
import { type DocumentedErrorName, documentedErrors } from '../../http/documented-errors.ts';
import { findRootKey, schemaExample, schemaName } from '../../http/named-schema.ts';
import type { Operation, Parameter, Reference, ResponseObject } from '../../http/openapi-types.ts';
import type { Route } from '../../http/route.ts';
import { headerRefs, limitHeaders } from './components.ts';
import { operationId, singular } from './operation-id.ts';

/** Returns the parts that are generated from schemas: parameters, body and response. */
export function requestOf(route: Route) {
  const { method, path, params, query, body, upload, octets, jsonAlternative, response, status } = route;
  const root = body && findRootKey(body);
  const schema = root ? z.object({ [root.root]: root.content.optional() }) : body;
  const content = schema && {
    [octets ? 'application/octet-stream' : upload ? 'multipart/form-data' : 'application/json']: { schema },
    ...(jsonAlternative && { 'application/json': { schema: jsonAlternative } }),
  };
  return {
    ...{ method, path },
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
export function examplesOf({
  body,
  upload,
  jsonAlternative,
  response,
}: Route): Record<string, { value: unknown }> {
  const examples: Record<string, { value: unknown }> = {};
  if (body) examples[bodyName(body, upload)] = { value: bodyExample(body, upload) };
  if (jsonAlternative)
    examples[bodyName(jsonAlternative, undefined)] = { value: schemaExample(jsonAlternative) };
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
  response instanceof z.ZodArray
    ? `${schemaName(response.element as z.ZodType)}_list`
    : (schemaName(response) ?? '');

const exampleRef = (name: string) => ({ [name]: { $ref: `#/components/examples/${name}` } });

/** `generated` is the operation that was generated from `requestOf`. */
export function describeOperation(route: Route, tag: string, generated: Operation): Operation {
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
    parameters: [
      ...(generated.parameters ?? []).map((one) => describeParameter(route, one)),
      ...headersIn(route),
    ],
    ...(generated.requestBody && {
      requestBody: {
        ...generated.requestBody,
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
const hasETag = ({ method, response }: Route) =>
  method === 'get' && response !== null && response.type !== 'array';
const isPaged = ({ response, query }: Route) =>
  response?.type === 'array' &&
  query instanceof z.ZodObject &&
  ('max_id' in query.shape || 'offset' in query.shape);

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
  const names: DocumentedErrorName[] = ['unauthorized', 'rate_limited', 'unavailable', ...errors];
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
