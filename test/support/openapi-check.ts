/** Checks API responses against the OpenAPI document: an unknown status, key or header is an error. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Hono } from 'hono';
import { describeApi, prefix } from '../../src/api/openapi.ts';
import { sections } from '../../src/api/routes.ts';
import type { Method } from '../../src/http/route.ts';
import { type Operation, type ResponseObject, resolve, type Schema } from '../../src/http/schema.ts';

interface ReceivedResponse {
  status: number;
  headers: Headers;
  text: string;
}

const document = describeApi(sections);
const paths = Object.keys(document.paths)
  .toSorted((one, other) => one.split('{').length - other.split('{').length)
  .map((path) => ({ path, fits: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

/** Wraps the application so that it throws when the document does not allow a response. */
export function checkedAgainstOpenApi(app: Hono): Hono {
  const { fetch } = app;
  app.fetch = async (request, ...rest) => {
    const response = await fetch(request, ...rest);
    await expectDocumented(request.method, request.url, response);
    return response;
  };
  return app;
}

/** Like `expectDocumentedResponse`, and leaves the response readable. */
export async function expectDocumented(method: string, url: string, response: Response): Promise<void> {
  if (belowPrefix(url) === null) return;
  const { status, headers } = response;
  expectDocumentedResponse(method, url, { status, headers, text: await response.clone().text() });
}

/** Throws when the document does not allow the response. Paths outside the API are not checked. */
export function expectDocumentedResponse(method: string, url: string, answered: ReceivedResponse): void {
  const path = belowPrefix(url);
  if (path === null || method === 'OPTIONS' || path === '/openapi.json') return;
  const wrong = violation(method, operationOf(method, path), answered);
  if (wrong) throw new Error(`${method} ${path} answered ${answered.status}: ${wrong}`);
}

function belowPrefix(url: string): string | null {
  const { pathname } = new URL(url);
  return `${pathname}/`.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : null;
}

function operationOf(method: string, path: string): Operation | undefined {
  const name = (method === 'HEAD' ? 'get' : method.toLowerCase()) as Method;
  const at = paths.find((one) => one.fits.test(path) && document.paths[one.path]?.[name]);
  return at && document.paths[at.path]![name];
}

function violation(method: string, operation: Operation | undefined, answered: ReceivedResponse): string | null {
  const { status, headers, text } = answered;
  // It is documented for clients, and is always a fault.
  if (status === 500) return 'a fault of the server';
  const found = operation?.responses[status] ?? outside(operation, status);
  if (!found) return 'a status that the document does not know';
  const response = resolve<ResponseObject>(document, found);

  for (const name of ['Link', 'ETag', 'Retry-After', 'Idempotency-Replayed', 'WWW-Authenticate']) {
    if (headers.has(name) && !response.headers?.[name]) return `a header ${name} that the document does not know`;
  }
  if ((status === 429 || status === 503) && !headers.has('retry-after')) return 'no Retry-After';
  if (method === 'HEAD' || !response.content) return text === '' ? null : 'a body that the document does not know';

  if (headers.get('content-type') !== 'application/json') return 'no JSON';
  const validate = validatorOf(response.content['application/json']!.schema);
  return validate(JSON.parse(text)) ? null : `not the shape of the document: ${JSON.stringify(validate.errors)}`;
}

/** For paths without an operation. */
const outside = (operation: Operation | undefined, status: number): ResponseObject | null => {
  if (operation || (status !== 404 && status !== 405)) return null;
  return document.components.responses.not_found!;
};

// Most validators run a few times only, so optimizing their code would take longer than it saves.
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
// A CommonJS module whose export is also its `default`.
(addFormats as unknown as typeof addFormats.default)(ajv);
const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, inner(schema)]);
ajv.addSchema({ $id: 'api.json', components: { schemas: Object.fromEntries(schemas) } });

/** Operations with responses of one shape share a validator. */
const validators = new Map<string, ValidateFunction>();
const shapes = new WeakMap<Schema, string>();

function validatorOf(schema: Schema): ValidateFunction {
  const shape = shapes.get(schema) ?? JSON.stringify(schema);
  shapes.set(schema, shape);
  const known = validators.get(shape);
  if (known) return known;
  const validate = ajv.compile(closed(schema));
  validators.set(shape, validate);
  return validate;
}

/** Refuses undeclared keys unless additional properties are allowed. */
function closed(schema: Schema): Schema & { unevaluatedProperties?: false } {
  if (schema.additionalProperties !== undefined) return inner(schema);
  return { ...inner(schema), unevaluatedProperties: false };
}

/** Like `closed`, for nested schemas. */
function inner(schema: Schema): Schema {
  const { $ref, properties, items, anyOf, allOf, additionalProperties } = schema;
  return {
    ...schema,
    ...($ref && { $ref: `api.json${$ref}` }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, closed(value)])),
    }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: closed(additionalProperties) }),
  };
}
