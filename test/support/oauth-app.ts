/** An app as strangers write them, on a stock OAuth library. */
import * as oauth from 'oauth4webapi';
import type { Browser, Page } from './browser.ts';
import { origin, reach } from './web-server.ts';

/** Makes the library reach our origin where it really listens. */
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

/** What an app opens in the browser; `changes` spoil it, null leaves a parameter out. */
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
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return { server, client, verifier, state, redirectUri: parameters.redirect_uri ?? callback, url: url.href };
}

/** Says yes on the real page, in a browser that is logged in. */
export async function allow(browser: Browser, { url }: { url: string }): Promise<Page> {
  const page = await browser.get(url);
  if (page.status !== 200) throw new Error(`no consent page: ${page.status} ${page.location} ${page.html}`);
  return browser.post('/oauth/authorize', { ...page.hidden, decision: 'allow' });
}

/** The answer that the browser carried to the app; checks state and iss. */
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

/** The whole way from asking to tokens. */
export async function obtain(browser: Browser, attempt: Attempt) {
  return redeem(attempt, answered(attempt, await allow(browser, attempt)));
}

export async function renew({ server, client }: Attempt, refreshToken: string) {
  const proof = proofOf(client);
  const response = await oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, through);
  return oauth.processRefreshTokenResponse(server, client, response);
}

/** The error code of a refusal that the library understood. */
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
