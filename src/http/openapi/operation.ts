/** Writes a declared operation down as OpenAPI has it. */
import { z } from '@hono/zod-openapi';
import type { Route } from '../route.ts';
import { exampleOf, nameOf, rootOf } from '../shape.ts';
import { headerRefs, limitHeaders } from './components.ts';
import { type FailureName, failureOf } from './failures.ts';
import { operationId, singular } from './operation-id.ts';
import type { Answer, Operation, Parameter, Reference } from './types.ts';

/** As much as is made from schemas: parameters, body and what a success answers. */
export function requestOf(route: Route) {
  const { method, path, params, query, body, upload, insteadOfUpload, answer, status } = route;
  const root = body && rootOf(body);
  const written = root ? z.object({ [root.root]: root.content.optional() }) : body;
  const content = written && {
    [upload ? 'multipart/form-data' : 'application/json']: { schema: written },
    ...(insteadOfUpload && { 'application/json': { schema: insteadOfUpload } }),
  };
  return {
    ...{ method, path },
    request: { ...(params && { params }), ...(query && { query }), ...(content && { body: { content } }) },
    responses: {
      [status]: { description: '', ...(answer && { content: { 'application/json': { schema: answer } } }) },
    },
  };
}

/** The values that its content refers to. */
export function examplesOf({
  body,
  upload,
  insteadOfUpload,
  answer,
}: Route): Record<string, { value: unknown }> {
  const examples: Record<string, { value: unknown }> = {};
  if (body) examples[bodyName(body, upload)] = { value: bodyExample(body, upload) };
  if (insteadOfUpload) examples[bodyName(insteadOfUpload, undefined)] = { value: exampleOf(insteadOfUpload) };
  if (answer instanceof z.ZodArray) {
    const element = answer.element as z.ZodType;
    examples[answerName(answer)] = { value: [exampleOf(element)] };
  } else if (answer) examples[answerName(answer)] = { value: exampleOf(answer) };
  return examples;
}

function bodyExample(body: z.ZodType, upload: string | undefined): unknown {
  if (upload === 'import') return { 'import[file]': 'soda-bread.cook' };
  if (upload) return { [`${upload}[file]`]: 'dough.jpg', [`${upload}[description]`]: 'Dough in its bowl' };
  const root = rootOf(body);
  return root ? { [root.root]: exampleOf(root.content) } : exampleOf(body);
}

function bodyName(body: z.ZodType, upload: string | undefined): string {
  if (upload) return `${upload}_upload`;
  const root = rootOf(body);
  const name = nameOf(root?.content ?? body) ?? '';
  return name.startsWith(root?.root ?? '') ? name : `${root?.root}_${name}`;
}

const answerName = (answer: z.ZodType): string =>
  answer instanceof z.ZodArray ? `${nameOf(answer.element as z.ZodType)}_list` : (nameOf(answer) ?? '');

const example = (name: string) => ({ [name]: { $ref: `#/components/examples/${name}` } });

/** `made` is what was made from `requestOf`. */
export function describeOperation(route: Route, tag: string, made: Operation): Operation {
  const { scope, optionalScope = 'read', summary, details, rule, body, upload, insteadOfUpload } = route;
  const [content, instead] = Object.values(made.requestBody?.content ?? {});
  if (content && body) content.examples = example(bodyName(body, upload));
  if (instead && insteadOfUpload) instead.examples = example(bodyName(insteadOfUpload, undefined));
  const root = body && rootOf(body)?.root;

  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    description: [details, `Who may: ${rule}.`].filter(Boolean).join('\n\n'),
    security:
      scope === 'public'
        ? [{}, { oauth2: [optionalScope] }, { bearer: [optionalScope] }]
        : [{ oauth2: [scope] }, { bearer: [scope] }],
    parameters: [...(made.parameters ?? []).map((one) => describeParameter(route, one)), ...headersIn(route)],
    ...(made.requestBody && {
      requestBody: {
        ...made.requestBody,
        ...(root && { description: `The object may also stand alone, without the key \`${root}\`.` }),
      },
    }),
    responses: { [route.status]: success(route, made), ...failuresOf(route) },
  };
}

function describeParameter({ path }: Route, made: Parameter | Reference): Parameter | Reference {
  if ('$ref' in made) return made;
  const { description: told, example: given, ...schema } = made.schema;
  const before = path.split('/').at(path.split('/').indexOf(`{${made.name}}`) - 1) ?? '';
  const isId = made.in === 'path' && schema.type === 'integer';
  return {
    ...made,
    description: made.description ?? told ?? `Id of the ${singular(before)}`,
    schema,
    example: given ?? (isId ? 9 : undefined),
  };
}

const ref = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` });
const hasETag = ({ method, answer }: Route) => method === 'get' && answer !== null && answer.type !== 'array';
const isPaged = ({ answer, query }: Route) =>
  answer?.type === 'array' && query instanceof z.ZodObject && 'max_id' in query.shape;

const headersIn = (route: Route): Reference[] => [
  ...(route.create ? [ref('parameters', 'idempotency_key')] : []),
  ...(hasETag(route) ? [ref('parameters', 'if_none_match')] : []),
];

function success(route: Route, made: Operation): Answer {
  const answer = made.responses[route.status] as Answer;
  const content = answer.content?.['application/json'];
  if (content && route.answer) content.examples = example(answerName(route.answer));
  const own = [
    ...(isPaged(route) ? (['Link'] as const) : []),
    ...(hasETag(route) ? (['ETag'] as const) : []),
    ...(route.create ? (['Idempotency-Replayed'] as const) : []),
  ];
  return {
    ...answer,
    description: route.status === 204 ? 'Done' : route.status === 201 ? 'Made' : 'As asked for',
    headers: headerRefs(...limitHeaders, ...own),
  };
}

function failuresOf(route: Route): Record<string, Reference> {
  const { scope, params, query, body, create, fails = [] } = route;
  const names: FailureName[] = ['unauthorized', 'rate_limited', 'unavailable', ...fails];
  if (scope !== 'public') names.push('forbidden');
  if (params) names.push('not_found');
  if (query || body) names.push('validation_failed');
  if (body || create) names.push('malformed');
  if (body) names.push('too_large', 'unsupported_media_type');
  if (create) names.push('conflict');

  const known: [number, Reference][] = hasETag(route) ? [[304, ref('responses', 'not_modified')]] : [];
  const wrong = names.map((name): [number, Reference] => [failureOf[name].status, ref('responses', name)]);
  return Object.fromEntries([...known, ...wrong]);
}
