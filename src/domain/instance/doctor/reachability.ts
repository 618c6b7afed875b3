/** Checks how this server looks from outside: by WebFinger, and through the proxy in front of it. */
import { config } from '../../../lib/config.ts';
import { explain } from '../../../lib/errors.ts';
import { fetchDocument, post } from '../../../lib/fetch/fetch.ts';
import { instanceUsername } from '../../accounts/register.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

/** Returns no results when other servers are not meant to find this one. */
export async function checkReachability(): Promise<CheckResult[]> {
  if (!config.federates || !config.baseUrl.startsWith('https://')) return [];
  const webfinger = await checkWebFinger();
  return webfinger.ok ? [webfinger, await checkProxy(), await checkBodyLimit()] : [webfinger];
}

async function checkWebFinger(): Promise<CheckResult> {
  const url = `${config.baseUrl}/.well-known/webfinger?resource=acct:${instanceUsername}@${config.host}`;
  const remedy = `start the server, point ${config.host} at the proxy in front of it, and let the proxy forward every path`;
  try {
    const { status, body } = await fetchDocument(url, { accept: 'application/jrd+json' });
    if (status !== 200) return problem('webfinger', `${url} answers ${status}`, remedy);
    const links = selfLinks(Buffer.from(body).toString());
    return links.some((link) => link.startsWith(`${config.baseUrl}/users/`))
      ? ok('webfinger', `other servers can find this one at ${config.baseUrl}`)
      : problem('webfinger', `${url} is answered by a different server`, remedy);
  } catch (error) {
    return problem('webfinger', `${config.baseUrl} cannot be reached: ${explain(error)}`, remedy);
  }
}

function selfLinks(text: string): string[] {
  try {
    const { links } = JSON.parse(text) as { links?: { rel?: string; href?: string }[] };
    return (links ?? []).filter(({ rel }) => rel === 'self').map(({ href }) => String(href));
  } catch {
    return [];
  }
}

/** By the value of `proxy` in the response of `/livez`. */
const proxyProblems: Record<string, [message: string, remedy: string]> = {
  direct: [
    'the proxy does not send client addresses, so all clients share one rate limit',
    'let it send X-Forwarded-For, and set TRUSTED_PROXIES to its address',
  ],
  untrusted: [
    'the proxy sends client addresses but is not trusted, so all clients share one rate limit',
    'set TRUSTED_PROXIES to its address, such as 127.0.0.1/32, and restart the server',
  ],
  silent: [
    'the proxy is trusted but does not send client addresses, so all clients share one rate limit',
    'let it send X-Forwarded-For',
  ],
};

async function checkProxy(): Promise<CheckResult> {
  const { body } = await fetchDocument(`${config.baseUrl}/livez`, { accept: 'application/json' });
  const [, state = ''] = /"proxy":"([a-z]+)"/.exec(Buffer.from(body).toString()) ?? [];
  const found = proxyProblems[state];
  return found ? problem('proxy', ...found) : ok('proxy', 'the proxy sends client addresses and is trusted');
}

/** Sends as many bytes as the largest upload has to a route that refuses them without a token. */
async function checkBodyLimit(): Promise<CheckResult> {
  const { maxUploadBytes } = config;
  const size = `${(maxUploadBytes / 2 ** 20).toFixed(1)} MiB`;
  const url = `${config.baseUrl}/api/v1/media`;
  try {
    const headers = { 'content-type': 'application/octet-stream' };
    const { status } = await post(url, { headers, body: Buffer.alloc(maxUploadBytes) });
    if (status === 413)
      return problem(
        'uploads',
        `the proxy refuses uploads of ${size}`,
        'raise its limit for request bodies, such as client_max_body_size of nginx',
      );
    return ok('uploads', `the proxy passes uploads of ${size}`);
  } catch (error) {
    return ok('uploads', `not measured, because the connection ended early: ${explain(error)}`);
  }
}
