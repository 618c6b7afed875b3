/** Defines the shared components of the OpenAPI document: error responses, headers, parameters and security schemes. */

import { type DocumentedError, documentedErrors } from '../../http/documented-errors.ts';
import type { Parameter, Reference, ResponseObject } from '../../http/openapi-types.ts';
import { config } from '../../lib/config.ts';
import { authorizationServer } from '../oauth/metadata.ts';
import { scopeMeanings } from './scopes.ts';

const textHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
const integerHeader = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' },
  example,
});

export const headers = {
  RateLimit: textHeader(
    'Remaining quota, and seconds until it is reset (IETF draft)',
    '"default";r=299;t=300',
  ),
  'RateLimit-Policy': textHeader('Quota, and its window in seconds', '"default";q=300;w=300'),
  'X-RateLimit-Limit': integerHeader('Requests allowed per window', 300),
  'X-RateLimit-Remaining': integerHeader('Requests left in this window', 299),
  'X-RateLimit-Reset': {
    description: 'End of the window',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-05-03T10:05:00.000Z',
  },
  'Retry-After': integerHeader('Seconds to wait before the next try', 30),
  'WWW-Authenticate': textHeader(
    'Required scope, and where to get a token (RFC 6750, RFC 9728)',
    'Bearer realm="Potluck", error="insufficient_scope", scope="write"',
  ),
  Link: textHeader(
    'Next and previous page (RFC 8288). Absent on an empty page.',
    `<${config.baseUrl}/api/v1/timeline?max_id=819051724800000>; rel="next"`,
  ),
  ETag: textHeader('Version of this response, for `If-None-Match`', 'W/"2jmj7l5rSw0yVb-vlWAYkK-YBwk"'),
  'Idempotency-Replayed': {
    description: 'Set when the response to an earlier request with the same key is repeated',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

export const headerRefs = (...names: (keyof typeof headers)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Present in every response unless `RATE_LIMITS` is off. */
export const limitHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

const toResponse = ({
  description: means,
  headers: names = [],
  examples,
}: DocumentedError): ResponseObject => ({
  description: means,
  headers: headerRefs(...limitHeaders, ...(names as (keyof typeof headers)[])),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/errors' },
      examples: Object.fromEntries(
        Object.entries(examples).map(([code, errors]) => [code, { value: { errors, code } }]),
      ),
    },
  },
});

export const failures: Record<string, ResponseObject> = {
  ...Object.fromEntries(
    Object.entries(documentedErrors).map(([name, failure]) => [name, toResponse(failure)]),
  ),
  not_modified: {
    description: 'Unchanged since the version in `If-None-Match`',
    headers: headerRefs(...limitHeaders, 'ETag'),
  },
};

export const parameters: Record<'idempotency_key' | 'if_none_match', Parameter> = {
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of your choice. For 24 h, the same request with the same key returns the first response and creates nothing new.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '7f0c2a1e-pizza',
  },
  if_none_match: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of the cached response. If nothing has changed, the response is 304 without a body.',
    schema: { type: 'string' },
    example: 'W/"2jmj7l5rSw0yVb-vlWAYkK-YBwk"',
  },
};

export const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description: 'OAuth 2.1 with PKCE (S256 only). Apps register themselves (RFC 7591).',
    flows: {
      authorizationCode: {
        authorizationUrl: authorizationServer.authorization_endpoint,
        tokenUrl: authorizationServer.token_endpoint,
        refreshUrl: authorizationServer.token_endpoint,
        scopes: scopeMeanings,
      },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token of an app, or one created in the settings or on the command line, with the scopes listed',
  },
};
