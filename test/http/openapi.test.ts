/** The document that describes the API is made from what is mounted. */
import { expect, test } from 'vitest';
import { routes } from '../../src/http/api/index.ts';
import { request } from '../support/as.ts';

test('every operation is in it, with its scope, its answers and its errors', async () => {
  const { status, body } = await request('GET', '/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  for (const route of routes) {
    const operation = body.paths[route.path]?.[route.method];
    expect(operation?.summary).toBe(route.summary);
    expect(Object.keys(operation.responses)).toContain(String(route.status));
    if (route.scope !== 'public') expect(operation.security).toEqual([{ bearer: [route.scope] }]);
  }
  expect(body.components.securitySchemes.bearer).toEqual({ type: 'http', scheme: 'bearer' });
  expect(body.components.schemas.Recipe.required).toContain('ingredients');
});

test('what its references name is there', async () => {
  const { text, body } = await request('GET', '/openapi.json');
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(Object.keys(body.components.schemas)).toContain(name);
  }
});

test('path parameters are required integers, or text', async () => {
  const { body } = await request('GET', '/openapi.json');
  const [id] = body.paths['/recipes/{id}'].get.parameters.filter((one: { in: string }) => one.in === 'path');
  expect(id).toMatchObject({ name: 'id', required: true, schema: { type: 'integer' } });
});
