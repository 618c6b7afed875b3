/** The OpenAPI document of the API, made from the declarations of its routes. */
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import { config } from '../../lib/config.ts';
import type { Route } from '../route.ts';
import { failures, headers, parameters, securitySchemes } from './components.ts';
import { errorsShape } from './failures.ts';
import { describeOperation, examplesOf, requestOf } from './operation.ts';
import type { ApiDocument, Operation } from './types.ts';

/** Routes that belong together, as readers find them. */
export interface Section {
  name: string;
  about: string;
  routes: Route[];
}

export const prefix = '/api/v1';

const introduction = `Recipes, what people cook after them, and what they say about it, here and on every server that
speaks ActivityPub.

A token goes into the header \`Authorization: Bearer …\`; apps get theirs by OAuth 2.1 (authorization code with PKCE).
No scope implies another. Public operations take a token as well, and then show what its account may see.

What is missing and what is not for you to see is the same 404. Lists are arrays; their neighbours are in the header \`Link\`.
A creating POST with an \`Idempotency-Key\` happens once. Answers may get further keys within v1, never fewer:
ignore those that you do not know.`;

const info = {
  title: 'Potluck',
  summary: 'A federated server for people who cook',
  description: introduction,
  version: '1.0.0',
  license: { name: 'GNU Affero General Public License v3.0 or later', identifier: 'AGPL-3.0-or-later' },
};

export function describeApi(sections: Section[]): ApiDocument {
  const api = new OpenAPIHono();
  const registry = api.openAPIRegistry;
  registry.register('errors', errorsShape);
  for (const { routes } of sections) {
    for (const route of routes) registry.registerPath(requestOf(route) as RouteConfig);
  }
  const made = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info,
    servers: [{ url: `${config.baseUrl}${prefix}`, description: 'This server' }],
    tags: sections.map(({ name, about }) => ({ name, description: about })),
    externalDocs: { description: 'The same for people to read', url: `${config.baseUrl}/api/docs` },
  }) as unknown as ApiDocument;

  for (const { name, routes } of sections) {
    for (const route of routes) {
      const item = made.paths[route.path]!;
      item[route.method] = describeOperation(route, name, item[route.method] as Operation);
    }
  }
  const routes = sections.flatMap((section) => section.routes);
  Object.assign(made.components, { responses: failures, headers, parameters, securitySchemes });
  made.components.examples = Object.assign({}, ...routes.map(examplesOf));
  return made;
}
