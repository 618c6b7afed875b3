/** A third-party app, built on a stock OAuth library. */
import * as oauth from 'oauth4webapi';
import type { Browser, Page } from './browser.ts';
import { origin, reach } from './web-server.ts';

/** Routes the library's requests for our origin to the real port. */
export const through = {
  [oauth.customFetch]: (url: string, init: object) => reach(url, init),
};

export const callback = 'https://app.example/callback?from=potluck';

export async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(origin);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...through });
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
  const response = await oauth.dynamicClientRegistrationRequest(server, asked as never, through);
  return oauth.processDynamicClientRegistrationResponse(response) as Promise<oauth.Client>;
}

export const isPublic = { token_endpoint_auth_method: 'none' };

export const proofOf = (client: oauth.Client): oauth.ClientAuth =>
  typeof client.client_secret === 'string' ? oauth.ClientSecretBasic(client.client_secret) : oauth.None();

export interface Attempt {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  verifier: string;
  state: string;
  redirectUri: string;
  url: string;
}

/** The authorization URL; `changes` override parameters, null omits one. */
export async function begin(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  changes: Record<string, string | null> = {},
): Promise<Attempt> {
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
export async function allow(browser: Browser, { url }: { url: string }): Promise<Page> {
  const page = await browser.get(url);
  if (page.status !== 200) throw new Error(`no consent page: ${page.status} ${page.location} ${page.html}`);
  return browser.post('/oauth/authorize', { ...page.hidden, decision: 'allow' });
}

/** Reads the authorization response; checks state and iss. */
export function answered(attempt: Attempt, page: Page): URLSearchParams {
  if (!page.location.startsWith(attempt.redirectUri)) throw new Error(`went to ${page.location}`);
  return oauth.validateAuthResponse(attempt.server, attempt.client, new URL(page.location), attempt.state);
}

export async function redeem(attempt: Attempt, answer: URLSearchParams) {
  const { server, client, redirectUri, verifier } = attempt;
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proofOf(client),
    answer,
    redirectUri,
    verifier,
    through,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

/** Runs the whole flow and returns the tokens. */
export async function obtain(browser: Browser, attempt: Attempt) {
  return redeem(attempt, answered(attempt, await allow(browser, attempt)));
}

export async function renew({ server, client }: Attempt, refreshToken: string) {
  const proof = proofOf(client);
  const response = await oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, through);
  return oauth.processRefreshTokenResponse(server, client, response);
}

/** Returns the OAuth error code that the library parsed. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
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
