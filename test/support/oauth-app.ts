/** A third-party app, built on a stock OAuth library. */
import * as oauth from 'oauth4webapi';
import type { Browser, Page } from './browser.ts';
import { fetchFromServer, origin } from './web-server.ts';

/** Routes the library's requests for our origin to the real port. */
export const routedToServer = {
  [oauth.customFetch]: (url: string, init: object) => fetchFromServer(url, init),
};

export const callback = 'https://app.example/callback?from=potluck';

export async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(origin);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...routedToServer });
  return oauth.processDiscoveryResponse(issuer, response);
}

export async function registerApp(
  server: oauth.AuthorizationServer,
  metadata: Partial<oauth.Client> = {},
): Promise<oauth.Client> {
  const asked = {
    client_name: 'Pan & <Pot>',
    redirect_uris: [callback],
    scope: 'read write account:read account:write',
    ...metadata,
  };
  const response = await oauth.dynamicClientRegistrationRequest(server, asked as never, routedToServer);
  return oauth.processDynamicClientRegistrationResponse(response) as Promise<oauth.Client>;
}

export const publicClient = { token_endpoint_auth_method: 'none' };

export const clientAuthOf = (client: oauth.Client): oauth.ClientAuth =>
  typeof client.client_secret === 'string' ? oauth.ClientSecretBasic(client.client_secret) : oauth.None();

export interface AuthorizationRequest {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  verifier: string;
  state: string;
  redirectUri: string;
  url: string;
}

/** The authorization URL; `changes` override parameters, null omits one. */
export async function startAuthorization(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  changes: Record<string, string | null> = {},
): Promise<AuthorizationRequest> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint!);
  const parameters: Record<string, string | null> = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback,
    scope: 'read write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return { server, client, verifier, state, redirectUri: parameters.redirect_uri ?? callback, url: url.href };
}

/** Allows the app on the real page, in a logged-in browser. */
export async function approve(browser: Browser, { url }: { url: string }): Promise<Page> {
  const page = await browser.get(url);
  if (page.status !== 200) throw new Error(`no consent page: ${page.status} ${page.location} ${page.html}`);
  return browser.post('/oauth/authorize', { ...page.hidden, decision: 'allow' });
}

/** Reads the authorization response; checks state and iss. */
export function readAuthorizationResponse(attempt: AuthorizationRequest, page: Page): URLSearchParams {
  if (!page.location.startsWith(attempt.redirectUri)) throw new Error(`went to ${page.location}`);
  return oauth.validateAuthResponse(attempt.server, attempt.client, new URL(page.location), attempt.state);
}

export async function exchangeCode(attempt: AuthorizationRequest, answer: URLSearchParams) {
  const { server, client, redirectUri, verifier } = attempt;
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthOf(client),
    answer,
    redirectUri,
    verifier,
    routedToServer,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

/** Runs the whole flow and returns the tokens. */
export async function obtainTokens(browser: Browser, attempt: AuthorizationRequest) {
  return exchangeCode(attempt, readAuthorizationResponse(attempt, await approve(browser, attempt)));
}

export async function refreshTokens({ server, client }: AuthorizationRequest, refreshToken: string) {
  const proof = clientAuthOf(client);
  const response = await oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, routedToServer);
  return oauth.processRefreshTokenResponse(server, client, response);
}

/** Returns the OAuth error code that the library parsed. */
export async function errorCodeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
      return error.error;
    }
    throw error;
  }
  return 'none';
}
