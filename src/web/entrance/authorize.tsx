/** The OAuth authorization endpoint (RFC 6749 §3.1), and its page on which a member allows or denies an app access. */

import { type Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import {
  type Client,
  fetchClientDocument,
  findCachedDocument,
  findClient,
  isClientUrl,
  isLoopback,
  OAuthError,
  resolveRedirectUri,
} from '../../domain/access/oauth/clients.ts';
import { issueCode, type ParsedAuthorization, parseAuthorization } from '../../domain/access/oauth/grants.ts';
import type { Scope } from '../../domain/access/tokens.ts';
import { takesBody } from '../../http/body.ts';
import { type BrowserSession, findBrowserSession, readForm } from '../../http/browser-session.ts';
import { maxSmallFormBytes, type Parameters, readParameters, requireParameter } from '../../http/form.ts';
import { enforceRateLimit, type RateLimit, requestLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { OwnAddress } from '../components/account.tsx';
import { PostForm } from '../components/fields.tsx';
import { type Html, headersWithTarget, page } from '../components/layout.tsx';
import { richText } from '../components/texts.tsx';
import { scopeText } from '../components/value-texts.tsx';
import { formErrorPage, limitByAddress, messagePage } from '../forms/answers.tsx';
import { ProofField, requireRecentLogIn } from '../forms/recent-log-in.tsx';
import { pathWith, refuseForm } from '../forms/refused-form.ts';

interface AuthorizationRequest {
  parameters: Parameters;
  client: Client;
  redirectUri: string;
}

const parameterNames = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/** By account, because only members make the server fetch documents. */
const documentLimit: RateLimit = { name: 'client-document', quota: 60, windowSeconds: 1_800 };

const limited = limitByAddress(requestLimit);

export const authorize = new Hono()
  .get('/oauth/authorize', limited, (c) => handle(c, showConsent))
  .post(
    '/oauth/authorize',
    limited,
    takesBody({ from: 'members', maxBytes: maxSmallFormBytes }, (c: Context) => handle(c, submitConsent)),
  );

async function handle(c: Context, handler: (c: Context) => Promise<Response>): Promise<Response> {
  try {
    return await handler(c);
  } catch (error) {
    if (!(error instanceof OAuthError)) return formErrorPage(c, error);
    const isDocument = error.code === 'invalid_client_metadata';
    const text = isDocument ? t('consent.bad-document', { reason: error.message }) : error.message;
    return messagePage(c, 400, t('consent.invalid-request'), text);
  }
}

async function showConsent(c: Context): Promise<Response> {
  const { search } = new URL(c.req.url);
  const session = await findBrowserSession(c);
  const request = await identify(readParameters(new URLSearchParams(search)), session);
  if (!request) return redirectToLogIn(c, search);
  const authorization = parseRequest(request);
  if (authorization instanceof OAuthError) return redirectWithError(c, session, request, authorization);

  if (!session) return redirectToLogIn(c, search);
  return consentPage(c, session, request, authorization);
}

/** Apps that only read get what the session reads page by page. Others would outlive a stolen session. */
const needsProof = ({ scopes }: ParsedAuthorization) => scopes.some((scope) => scope.endsWith('write'));

function consentPage(
  c: Context,
  session: BrowserSession,
  { parameters, client, redirectUri }: AuthorizationRequest,
  authorization: ParsedAuthorization,
) {
  const request: Record<string, string> = {};
  for (const name of parameterNames) if (parameters[name] !== undefined) request[name] = parameters[name];
  const path = `/oauth/authorize?${new URLSearchParams(request)}`;
  const proof = needsProof(authorization) ? ProofField({ visitor: { c, session }, path }) : '';
  const visitor = { c, session };
  const body = consent({ client, redirectUri, scopes: authorization.scopes, visitor, fields: request, proof });
  return c.html(body, 200, headersWithTarget(redirectUri));
}

async function submitConsent(c: Context): Promise<Response> {
  const session = await findBrowserSession(c);
  if (!session) return c.redirect(`${config.baseUrl}/login`, 303);
  const form = await readForm(c, session);
  const request = await identify(readParameters(form), session);
  if (!request) return c.redirect(`${config.baseUrl}/login`, 303);
  const authorization = parseRequest(request);
  if (authorization instanceof OAuthError) return redirectWithError(c, session, request, authorization);
  if (request.parameters.decision !== 'allow') {
    const denied = new OAuthError('access_denied', 'the user denied the request');
    return redirectWithError(c, session, request, denied);
  }
  try {
    if (needsProof(authorization)) await requireRecentLogIn({ session, fields: form });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return refuseForm(c, error, { fields: form, files: [] }, pathWith('/oauth/authorize', form, parameterNames));
  }
  const code = await issueCode(session, { ...request, authorization });
  if (!code) return c.redirect(`${config.baseUrl}/login`, 303);
  return redirectToClient(c, request, { code });
}

/**
 * Returns null if a visitor must log in before the client can be fetched. Throws OAuthError: without a valid client
 * there must be no redirect (RFC 6749 §4.1.2.1).
 */
async function identify(parameters: Parameters, session: BrowserSession | null): Promise<AuthorizationRequest | null> {
  const id = requireParameter(parameters, 'client_id');
  if (isClientUrl(id) && !session) return null;
  const client = session && isClientUrl(id) ? await getClientDocument(id, session) : await findClient(id);
  if (!client) throw new OAuthError('invalid_request', 'client_id is unknown');
  return { parameters, client, redirectUri: resolveRedirectUri(client, parameters.redirect_uri) };
}

async function getClientDocument(id: string, { accountId }: BrowserSession): Promise<Client> {
  const cached = findCachedDocument(id);
  if (cached) return cached;
  await enforceRateLimit(documentLimit, String(accountId));
  return fetchClientDocument(id);
}

function redirectToLogIn(c: Context, search: string): Response {
  const next = encodeURIComponent(`/oauth/authorize${search}`);
  return c.redirect(`${config.baseUrl}/login?next=${next}`, 303);
}

function parseRequest({ client, parameters }: AuthorizationRequest): ParsedAuthorization | OAuthError {
  try {
    // RFC 6749 appendix A.5.
    if (!/^[\x20-\x7e]*$/.test(parameters.state ?? '')) {
      delete parameters.state;
      throw new OAuthError('invalid_request', 'state must be printable ASCII');
    }
    return parseAuthorization(client, parameters);
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

/**
 * Throws the error, for a page of ours, unless the visitor is logged in: anybody can register an app, and a link to
 * this server must not lead strangers to its address (RFC 9700 §4.11.2).
 */
function redirectWithError(
  c: Context,
  session: BrowserSession | null,
  request: AuthorizationRequest,
  error: OAuthError,
): Response {
  if (!session) throw error;
  return redirectToClient(c, request, { error: error.code, error_description: error.message });
}

/** Redirects with the result (RFC 6749 §4.1.2) and with `iss`, against mix-up attacks (RFC 9207). */
function redirectToClient(
  c: Context,
  { redirectUri, parameters }: AuthorizationRequest,
  fields: Record<string, string>,
): Response {
  const query = new URLSearchParams({
    ...fields,
    ...(parameters.state !== undefined && { state: parameters.state }),
  });
  query.set('iss', config.baseUrl);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`, 303);
}

// Renders the page on which a member decides

interface ConsentRequest {
  client: Client;
  redirectUri: string;
  scopes: Scope[];
  visitor: { c: Context; session: BrowserSession };
  /** Hidden fields with the parameters of the request. */
  fields: Record<string, string>;
  /** Asks again who allows it, or nothing. */
  proof: Child;
}

function consent({ client, redirectUri, scopes, visitor, fields, proof }: ConsentRequest) {
  const { name } = client;
  const { session } = visitor;
  return page(
    t('consent.title', { name }),
    <>
      <h1>{richText('consent.heading', { name: <bdi>{name}</bdi> })}</h1>
      <p>
        {richText('consent.will-be-able', {
          address: <OwnAddress username={session.username} />,
          name: <bdi>{name}</bdi>,
        })}
      </p>
      <ul class="permissions">
        {scopes.map((scope) => (
          <li>
            <strong>{scopeText(scope)[0]}</strong>
            <span>{scopeText(scope)[1]}</span>
          </li>
        ))}
      </ul>
      <p class="hint">{checkText(client, <strong>{hostOf(redirectUri)}</strong>)}</p>
      <PostForm visitor={visitor} action="/oauth/authorize" fields={fields}>
        {proof}
        <div class="choices">
          <button name="decision" value="allow">
            {t('consent.allow')}
          </button>{' '}
          <button name="decision" value="deny" class="quiet" formnovalidate>
            {t('consent.deny')}
          </button>
        </div>
      </PostForm>
      <p class="hint">{richText('consent.not-you', { link: (text) => <a href="/logout">{text}</a> })}</p>
    </>,
    { session },
  );
}

/** The host of a document is known. The website of a registered app is only what the app says. */
function checkText({ id, website }: Client, target: Html) {
  if (isClientUrl(id)) return richText('consent.check-host', { host: <strong>{hostOf(id)}</strong>, target });
  if (website === null) return richText('consent.check-target', { target });
  const site = <strong>{hostOf(website)}</strong>;
  return richText('consent.check-target-and-website', { target, website: site });
}

function hostOf(uri: string): string {
  if (isLoopback(uri)) return t('consent.app-on-device');
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : t('consent.app-for', { protocol });
}
