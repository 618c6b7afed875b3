/** Gives apps their tokens (RFC 6749, section 3.2), takes them back (RFC 7009), says what they are good for (RFC 7662). */
import type { Context } from 'hono';
import { redirectUriOf } from '../../domain/oauth/clients.ts';
import { OAuthError } from '../../domain/oauth/error.ts';
import { introspect as inspect } from '../../domain/oauth/introspect.ts';
import type { Issued } from '../../domain/oauth/issue.ts';
import { redeemCode } from '../../domain/oauth/redeem.ts';
import { refresh } from '../../domain/oauth/refresh.ts';
import { revoke as end } from '../../domain/oauth/revoke.ts';
import { config } from '../../lib/config.ts';
import { readForm } from '../form.ts';
import { clientOf } from './client-authentication.ts';
import { demand, readParameters } from './parameters.ts';

async function read({ req }: Context) {
  const given = readParameters(await readForm(req.raw));
  return { given, client: await clientOf(req.header('authorization'), given) };
}

export async function token(context: Context): Promise<object> {
  const { given, client } = await read(context);
  const type = demand(given, 'grant_type');
  if (type === 'authorization_code') {
    const code = demand(given, 'code');
    const verifier = demand(given, 'code_verifier');
    const redirectUri = redirectUriOf(client, given.redirect_uri);
    return toAnswer(await redeemCode(client, { code, redirectUri, verifier }));
  }
  if (type === 'refresh_token') {
    return toAnswer(await refresh(client, { token: demand(given, 'refresh_token'), scope: given.scope }));
  }
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
}

/** RFC 6749, section 5.1. */
const toAnswer = ({ accessToken, refreshToken, scopes, expiresIn }: Issued) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
  refresh_token: refreshToken,
  scope: scopes.join(' '),
});

/** RFC 7009: 200 without a body. */
export async function revoke(context: Context): Promise<null> {
  const { given, client } = await read(context);
  await end(client, demand(given, 'token'));
  return null;
}

/** RFC 7662, section 2.2. */
export async function introspect(context: Context): Promise<object> {
  const { given, client } = await read(context);
  const active = await inspect(client, demand(given, 'token'));
  if (!active) return { active: false };
  return {
    active: true,
    scope: active.scopes.join(' '),
    client_id: client.id,
    username: active.username,
    ...(active.kind === 'access' && { token_type: 'Bearer' }),
    ...(active.expiresAt && { exp: Math.floor(active.expiresAt.getTime() / 1000) }),
    iat: Math.floor(active.createdAt.getTime() / 1000),
    sub: String(active.accountId),
    iss: config.baseUrl,
  };
}
