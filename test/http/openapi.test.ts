/** The document that describes the API is made from what is mounted, is whole, and lints clean. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { routes, sections } from '../../src/http/api/index.ts';
import { describeApi } from '../../src/http/openapi/document.ts';
import { type Parameter, resolve } from '../../src/http/openapi/types.ts';
import { request } from '../support/as.ts';
import { documented } from '../support/documented.ts';

const document = describeApi(sections);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

test('it is served as it is made', async () => {
  const { status, body } = await request('GET', '/openapi.json');
  expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(document))]);
});

test('every operation is in it, with its scope and its answer', () => {
  expect(operations).toHaveLength(routes.length);
  for (const route of routes) {
    const operation = document.paths[route.path]![route.method]!;
    expect(operation.summary).toBe(route.summary);
    expect(operation.responses).toHaveProperty(String(route.status));
    if (route.scope !== 'public') {
      expect(operation.security).toEqual([{ oauth2: [route.scope] }, { bearer: [route.scope] }]);
    } else expect(operation.security[0]).toEqual({});
  }
});

test('nothing in it goes without a name, a word or an example', () => {
  for (const { name, operation } of operations) {
    for (const given of operation.parameters ?? []) {
      const parameter = resolve<Parameter>(document, given);
      expect([name, parameter.name, parameter.description]).not.toContain(undefined);
      expect(parameter.example, `${name} ${parameter.name}`).toBeDefined();
    }
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const body of bodies) {
      const content = body && 'content' in body ? Object.values(body.content ?? {}) : [];
      for (const { examples, schema } of content) {
        expect(Object.keys(examples ?? {}), name).toHaveLength(1);
        expect(schema, name).toBeDefined();
      }
    }
  }
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the recommended rules find nothing, nor does an example break its schema', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
    },
  });
  const problems = await lintFromString({
    ...{ source: JSON.stringify(document), absoluteRef: 'openapi.json', config },
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('what it does not allow is no answer in tests, however the application is asked', async () => {
  const answers = (body: object, status = 200) => {
    const app = new Hono();
    app.get('/api/v1/instance', () => Response.json(body, { status, headers: { Link: '<x>; rel="next"' } }));
    return documented(app).request('https://cook.example/api/v1/instance');
  };
  await expect(answers({}, 418)).rejects.toThrow('a status that the document does not know');
  await expect(answers({})).rejects.toThrow('a header Link that the document does not know');
});
