/** Implements the token (RFC 6749 §3.2), revocation (RFC 7009) and introspection (RFC 7662) endpoints. */
import type { Context } from 'hono';
import { resolveRedirectUri } from '../../domain/access/oauth/clients.ts';
import { OAuthError } from '../../domain/access/oauth/error.ts';
import { introspectToken as inspect } from '../../domain/access/oauth/introspect.ts';
import type { IssuedTokens } from '../../domain/access/oauth/issue.ts';
import { redeemCode } from '../../domain/access/oauth/redeem.ts';
import { redeemRefreshToken } from '../../domain/access/oauth/refresh.ts';
import { revokeClientToken as end } from '../../domain/access/oauth/revoke.ts';
import { parseForm } from '../../http/form-body.ts';
import { readParameters, requireParameter } from '../../http/oauth-parameters.ts';
import { config } from '../../lib/config.ts';
import { authenticateRequest } from './client-authentication.ts';

async function readRequest({ req }: Context) {
  const parameters = readParameters(await parseForm(req.raw));
  return { parameters, client: await authenticateRequest(req.header('authorization'), parameters) };
}

export async function token(context: Context): Promise<object> {
  const { parameters, client } = await readRequest(context);
  const type = requireParameter(parameters, 'grant_type');
  if (type === 'authorization_code') {
    const code = requireParameter(parameters, 'code');
    const verifier = requireParameter(parameters, 'code_verifier');
    const redirectUri = resolveRedirectUri(client, parameters.redirect_uri);
    return toTokenResponse(await redeemCode(client, { code, redirectUri, verifier }));
  }
  if (type === 'refresh_token') {
    return toTokenResponse(
      await redeemRefreshToken(client, {
        token: requireParameter(parameters, 'refresh_token'),
        scope: parameters.scope,
      }),
    );
  }
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
}

/** RFC 6749 §5.1. */
const toTokenResponse = ({ accessToken, refreshToken, scopes, expiresIn }: IssuedTokens) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
  refresh_token: refreshToken,
  scope: scopes.join(' '),
});

/** Responds 200 without a body (RFC 7009). */
export async function revoke(context: Context): Promise<null> {
  const { parameters, client } = await readRequest(context);
  await end(client, requireParameter(parameters, 'token'));
  return null;
}

/** RFC 7662 §2.2. */
export async function introspect(context: Context): Promise<object> {
  const { parameters, client } = await readRequest(context);
  const active = await inspect(client, requireParameter(parameters, 'token'));
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
