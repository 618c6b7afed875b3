/** The OpenAPI document is generated from the routes, complete, and passes the linter. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { mountApi } from '../../src/api/mount.ts';
import { describeApi } from '../../src/api/openapi.ts';
import { routes, sections } from '../../src/api/routes.ts';
import { scopes } from '../../src/domain/access/tokens.ts';
import { type Parameter, resolve } from '../../src/http/schema.ts';
import { root } from '../../src/lib/paths.ts';
import { request } from '../support/as.ts';
import { checkedAgainstOpenApi } from '../support/openapi-check.ts';

const document = describeApi(sections);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

test('it is served as generated', async () => {
  const { status, body } = await request('GET', '/openapi.json');
  expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(document))]);
});

test('it is built once, because anybody may ask for it without a limit', async () => {
  let built = 0;
  const app = mountApi(sections, () => {
    built += 1;
    return document;
  });
  const texts = [];
  for (let n = 0; n < 3; n += 1) texts.push(await (await app.request('/api/v1/openapi.json')).text());
  expect(JSON.parse(texts[2]!)).toEqual(JSON.parse(JSON.stringify(document)));
  expect(built).toBe(1);
});

test('it contains every operation, with its scope and response', () => {
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

test('a body that must not be empty is required, and every operation may fail by a fault of the server', () => {
  const requiredOf = (method: 'post' | 'patch' | 'put', path: string) => {
    const body = document.paths[path]![method]!.requestBody;
    return body && 'required' in body && body.required;
  };
  expect(requiredOf('post', '/recipes')).toBe(true);
  expect(requiredOf('post', '/statuses')).toBe(true);
  expect(requiredOf('post', '/media')).toBe(true);
  expect(requiredOf('patch', '/recipes/{id}')).toBe(false);
  for (const { name, operation } of operations)
    expect([name, Object.keys(operation.responses).includes('500')]).toEqual([name, true]);
});

test('the documentation says what each scope allows, and proposes a token with all of them', () => {
  const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z:]+)` \| (.+) \|$/gm)].map(([, name]) => name);
  expect(rows).toEqual([...scopes]);
  expect(text).toContain(`--scope "${scopes.join(' ')}"`);
  expect(text).toMatch(/No scope implies another[\s\S]*Keys of a body that the server does not know are ignored/);
});

test('everything in it has a name, a description and an example', () => {
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

test('the recommended rules pass, and every example matches its schema', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
    },
  });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('tests fail on a response that it does not allow, however the application is called', async () => {
  const answers = (body: object, status = 200) => {
    const app = new Hono();
    app.get('/api/v1/instance', () => Response.json(body, { status, headers: { Link: '<x>; rel="next"' } }));
    return checkedAgainstOpenApi(app).request('https://cook.example/api/v1/instance');
  };
  await expect(answers({}, 418)).rejects.toThrow('a status that the document does not know');
  await expect(answers({})).rejects.toThrow('a header Link that the document does not know');
});
