/** Checks that the API documentation pages contain everything in the OpenAPI document. */
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { describeApi } from '../../src/api/openapi.ts';
import { sections } from '../../src/api/routes.ts';
import { type Parameter, type ResponseObject, resolve } from '../../src/http/schema.ts';
import { curl, exampleIn, operationsOf, tagPath } from '../../src/web/site/docs-reference.tsx';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { getPage } from '../support/get-page.ts';

const document = describeApi(sections);
const parts = document.tags.map(({ name }) => tagPath(name));
const paths = ['/api/docs', ...parts, '/api/docs/schemas'];

/** The text of each element with an id, and the links of the page. */
function read(html: string) {
  const texts = new Map<string, string>();
  const links: string[] = [];
  const open: (string | null)[] = [];
  const parser = new Parser({
    onopentag(_, { id, href }) {
      open.push(id ?? null);
      if (id) texts.set(id, '');
      if (href) links.push(href);
    },
    ontext(text) {
      for (const id of open) if (id) texts.set(id, texts.get(id)! + text);
    },
    onclosetag: () => open.pop(),
  });
  parser.end(html);
  return { texts, links };
}

test('every operation is on the page of its section, with all its inputs and outputs', async () => {
  let seen = 0;
  for (const { name } of document.tags) {
    const { status, html } = await getPage(tagPath(name));
    expect(status).toBe(200);
    const { texts } = read(html);

    for (const placed of operationsOf(document, name)) {
      const { operation, path, method } = placed;
      const text = texts.get(operation.operationId) ?? '';
      const has = (what: string) => expect(text, `${method} ${path}`).toContain(what);
      seen += 1;
      has(`${method.toUpperCase()} /api/v1${path}`);
      has(curl(document, placed));
      for (const scope of Object.values(operation.security.at(-1)!).flat()) has(scope);
      for (const one of operation.parameters ?? []) has(resolve<Parameter>(document, one).name);
      for (const code of Object.keys(operation.responses)) has(code);
      const good = Object.entries(operation.responses).filter(([code]) => Number(code) < 300);
      const bodies = [operation.requestBody, ...good.map(([, one]) => resolve<ResponseObject>(document, one))];
      for (const content of bodies.flatMap((one) => Object.values(one?.content ?? {})))
        has(JSON.stringify(exampleIn(document, content.examples), null, 2));
    }
  }
  expect(seen).toBe(sections.flatMap(({ routes }) => routes).length);
});

test('the pages have no scripts but ours, no external resources and no broken links', async () => {
  const pages = new Map<string, ReturnType<typeof read>>();
  for (const path of paths) {
    const { html, headers } = await getPage(path);
    expect(forbiddenContentIn(html)).toEqual([]);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*unsafe)/);
    expect(html.length, path).toBeLessThan(250_000);
    pages.set(path, read(html));
  }
  for (const [path, { links }] of pages) {
    for (const link of links.filter((one) => /^(?:#|\/api\/docs)/.test(one))) {
      const { pathname, hash } = new URL(link, `https://cook.example${path}`);
      const target = pages.get(pathname);
      expect(target, link).toBeDefined();
      if (hash) expect([...target!.texts.keys()], `${path} ${link}`).toContain(hash.slice(1));
    }
  }
  for (const name of Object.keys(document.components.schemas))
    expect([...pages.get('/api/docs/schemas')!.texts.keys()]).toContain(name);
});

test('an unchanged page is a 304, and an unknown section is a 404', async () => {
  const page = await getPage('/api/docs/recipes');
  const again = await getPage('/api/docs/recipes', { 'if-none-match': page.headers.get('etag')! });
  expect(again.status).toBe(304);
  expect((await getPage('/api/docs/dishes')).status).toBe(404);
});
