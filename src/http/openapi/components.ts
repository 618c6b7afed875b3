/** What operations of the document share: answers to what goes wrong, headers, security. */
import { config } from '../../lib/config.ts';
import { authorizationServer } from '../oauth/metadata.ts';
import { type Failure, failureOf } from './failures.ts';
import { scopeMeanings } from './scopes.ts';
import type { Answer, Parameter, Reference } from './types.ts';

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });
const whole = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' },
  example,
});

export const headers = {
  RateLimit: text(
    'What is left of the quota, and for how many seconds (IETF draft)',
    '"default";r=299;t=300',
  ),
  'RateLimit-Policy': text('The quota and its window in seconds', '"default";q=300;w=300'),
  'X-RateLimit-Limit': whole('Requests in a window', 300),
  'X-RateLimit-Remaining': whole('Requests left in this window', 299),
  'X-RateLimit-Reset': {
    description: 'When the window ends',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-05-03T10:05:00.000Z',
  },
  'Retry-After': whole('Seconds until it may succeed', 30),
  'WWW-Authenticate': text(
    'Which token is needed, and where such tokens come from (RFC 6750, RFC 9728)',
    'Bearer realm="Potluck", error="insufficient_scope", scope="write"',
  ),
  Link: text(
    'The neighbours of a page (RFC 8288); absent on an empty one',
    `<${config.baseUrl}/api/v1/timeline?max_id=819051724800000>; rel="next"`,
  ),
  ETag: text('Of this answer, for `If-None-Match`', 'W/"2jmj7l5rSw0yVb-vlWAYkK-YBwk"'),
  'Idempotency-Replayed': {
    description: 'On the stored answer of an earlier request with the same key',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

export const headerRefs = (...names: (keyof typeof headers)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Every answer tells them, unless `RATE_LIMITS` is off. */
export const limitHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

const toAnswer = ({ means, headers: names = [], examples }: Failure): Answer => ({
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

export const failures: Record<string, Answer> = {
  ...Object.fromEntries(Object.entries(failureOf).map(([name, failure]) => [name, toAnswer(failure)])),
  not_modified: {
    description: 'As known by its ETag',
    headers: headerRefs(...limitHeaders, 'ETag'),
  },
};

export const parameters: Record<'idempotency_key' | 'if_none_match', Parameter> = {
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of your own: with the same key and the same request the answer is the stored one, for 24 h',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '7f0c2a1e-pizza',
  },
  if_none_match: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of what is known: then the answer is 304 without a body, if nothing changed',
    schema: { type: 'string' },
    example: 'W/"2jmj7l5rSw0yVb-vlWAYkK-YBwk"',
  },
};

export const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description: 'OAuth 2.1: PKCE with S256 is required; apps register themselves (RFC 7591)',
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
    description: 'A token of an app or from the command line, with the scopes that are named',
  },
};
