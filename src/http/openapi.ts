/** Writes a declared operation down as OpenAPI has it. */
import { z } from '@hono/zod-openapi';
import type { Route } from './route.ts';

const errorBody = z
  .object({
    errors: z.record(z.string(), z.array(z.string())).openapi({
      description: 'Messages by field; under `base` what belongs to none',
    }),
    code: z.string(),
  })
  .openapi('Errors');

export { errorBody };

const meanings: Record<number, string> = {
  400: 'The body is not JSON',
  401: 'The access token is missing or no good',
  403: 'The scope is missing, or it is not yours to do',
  404: 'Missing, or not for you to see',
  409: 'The idempotency key was used for another request',
  413: 'The body is too large',
  415: 'The body is of another type than told here',
  422: 'A field is not valid',
  429: 'Too many requests',
  503: 'Out of order for a moment',
};

export function toOperation(route: Route): Record<string, unknown> {
  const failures = [401, 429, 503];
  if (route.scope !== 'public') failures.push(403);
  if (route.params) failures.push(404);
  if (route.query) failures.push(422);
  if (route.body) failures.push(400, 413, 415, 422);
  if (route.create) failures.push(409);

  const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
  const errors = [...new Set(failures)]
    .sort()
    .map((status) => [status, { description: meanings[status]!, content: json(errorBody) }]);
  const success = {
    description: route.status === 204 ? 'Done' : route.summary,
    ...(route.answer && { content: json(route.answer) }),
  };

  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    description: `For ${route.rule}.`,
    security:
      route.scope === 'public'
        ? [{}, { bearer: [route.optionalScope ?? 'read'] }]
        : [{ bearer: [route.scope] }],
    request: {
      ...(route.params && { params: route.params }),
      ...(route.query && { query: route.query }),
      ...(route.body && {
        body: {
          content: route.upload ? { 'multipart/form-data': { schema: route.body } } : json(route.body),
        },
      }),
    },
    responses: Object.fromEntries([[route.status, success], ...errors]),
  };
}
