/** Where apps send members to be allowed to act for them (RFC 6749, section 3.1). */
import type { Context } from 'hono';
import { grant, readWish, type Wish } from '../../domain/oauth/authorize.ts';
import { type Client, findClient, redirectUriOf } from '../../domain/oauth/clients.ts';
import { OAuthError } from '../../domain/oauth/error.ts';
import { config } from '../../lib/config.ts';
import { requestLimit, takeOne } from '../limits.ts';
import { consent } from '../pages/consent.ts';
import { headersWithTarget } from '../pages/layout.ts';
import { notice, refusal } from '../pages/notice.ts';
import { formToken, readOwnForm, type Visit, visitOf } from '../pages/session.ts';
import { addressOf } from '../serve.ts';
import { demand, type Parameters, readParameters } from './parameters.ts';

interface Asked {
  given: Parameters;
  client: Client;
  redirectUri: string;
}

const kept = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

export const authorize = (c: Context) => answering(c, ask);
export const decide = (c: Context) => answering(c, answer);

async function answering(c: Context, work: (c: Context) => Promise<Response>): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    if (config.rateLimits) await takeOne(requestLimit, addressOf(c), headers);
    return await work(c);
  } catch (error) {
    if (!(error instanceof OAuthError)) return refusal(c, error, headers);
    return notice(c, 400, 'This app asks in a way that has no answer', error.message);
  }
}

async function ask(c: Context): Promise<Response> {
  const { search } = new URL(c.req.url);
  const asked = await identify(readParameters(new URLSearchParams(search)));
  const wish = wishOf(asked);
  if (wish instanceof OAuthError) return sendBack(c, asked, errorFields(wish));

  const visit = await visitOf(c);
  if (!visit) {
    const next = encodeURIComponent(`/oauth/authorize${search}`);
    return c.redirect(`${config.baseUrl}/login?next=${next}`, 303);
  }
  return c.html(question(c, visit, asked, wish), 200, headersWithTarget(asked.redirectUri));
}

function question(c: Context, visit: Visit, { given, client, redirectUri }: Asked, { scopes }: Wish) {
  const fields: Record<string, string> = { form_token: formToken(c, visit) };
  for (const name of kept) if (given[name] !== undefined) fields[name] = given[name];
  return consent({ client, redirectUri, scopes, visit, fields });
}

async function answer(c: Context): Promise<Response> {
  const visit = await visitOf(c);
  const asked = await identify(readParameters(await readOwnForm(c, visit)));
  const wish = wishOf(asked);
  if (wish instanceof OAuthError) return sendBack(c, asked, errorFields(wish));
  if (asked.given.decision !== 'allow') {
    return sendBack(c, asked, errorFields(new OAuthError('access_denied', 'the member does not allow it')));
  }
  const code = visit && (await grant(visit, { ...asked, wish }));
  if (!code) return c.redirect(`${config.baseUrl}/login`, 303);
  return sendBack(c, asked, { code });
}

/** Whoever cannot be identified gets no answer at the address given (RFC 6749, section 4.1.2.1). Throws OAuthError. */
async function identify(given: Parameters): Promise<Asked> {
  const client = await findClient(demand(given, 'client_id'));
  if (!client) throw new OAuthError('invalid_request', 'client_id is not that of an app registered here');
  return { given, client, redirectUri: redirectUriOf(client, given.redirect_uri) };
}

function wishOf({ client, given }: Asked): Wish | OAuthError {
  try {
    // RFC 6749, appendix A.5.
    if (!/^[\x20-\x7e]*$/.test(given.state ?? '')) {
      delete given.state;
      throw new OAuthError('invalid_request', 'state must be printable ASCII');
    }
    return readWish(client, given);
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

const errorFields = ({ code, message }: OAuthError) => ({ error: code, error_description: message });

/** RFC 6749, section 4.1.2; with `iss`, so that no other server's answer is taken for ours (RFC 9207). */
function sendBack(c: Context, { redirectUri, given }: Asked, fields: Record<string, string>): Response {
  const added = new URLSearchParams({ ...fields, ...(given.state !== undefined && { state: given.state }) });
  added.set('iss', config.baseUrl);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added}`, 303);
}
