/** Registers OAuth clients dynamically (RFC 7591). */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { isConfidential, registerClient } from '../../domain/access/oauth/clients.ts';
import { maxSmallFormBytes } from '../../http/form-body.ts';
import { line, text, webUrl } from '../../http/input/fields.ts';
import { readJson } from '../../http/json-body.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { t } from '../../lib/language/text.ts';
import { authenticationMethods } from './client-authentication.ts';

export const grantTypes = ['authorization_code', 'refresh_token'] as const;

/** RFC 7591 §2. Unknown keys are ignored, and null counts as absent. */
const metadata = z.object({
  redirect_uris: z.array(text(500)).max(10).nullish(),
  client_name: line(100).nullish(),
  client_uri: webUrl.nullish(),
  scope: text(200).nullish(),
  token_endpoint_auth_method: z.enum(authenticationMethods).nullish(),
  grant_types: z
    .array(z.enum(grantTypes))
    .max(2)
    .refine((types) => types.includes('authorization_code'), {
      error: () => t('errors.must-include-authorization-code'),
    })
    .nullish(),
  response_types: z.array(z.literal('code')).length(1).nullish(),
});

export async function register({ req }: Context): Promise<object> {
  const input = parseOrThrow(metadata, (await readJson(req.raw, maxSmallFormBytes)).value);
  const method = input.token_endpoint_auth_method ?? 'client_secret_basic';
  const { client, secret } = await registerClient({
    name: input.client_name ?? 'Unnamed app',
    website: input.client_uri ?? null,
    redirectUris: input.redirect_uris ?? [],
    scope: input.scope ?? undefined,
    confidential: method !== 'none',
  });
  return {
    client_id: client.id,
    client_id_issued_at: seconds(client.createdAt),
    ...(isConfidential(client) && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    ...(client.website !== null && { client_uri: client.website }),
    redirect_uris: client.redirectUris,
    scope: client.scopes.join(' '),
    token_endpoint_auth_method: method,
    grant_types: grantTypes,
    response_types: ['code'],
  };
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
