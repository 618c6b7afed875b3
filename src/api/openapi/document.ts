/** Builds the OpenAPI document from the route declarations. */
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import { errorsSchema } from '../../http/documented-errors.ts';
import type { ApiDocument, Operation } from '../../http/openapi-types.ts';
import type { Route } from '../../http/route.ts';
import { config } from '../../lib/config.ts';
import { failures, headers, parameters, securitySchemes } from './components.ts';
import { describeOperation, examplesOf, requestOf } from './operation.ts';

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
may get new keys but never lose any, so ignore keys that you do not know.`;

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
