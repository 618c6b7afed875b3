/** How this server looks to others: whether they find it under its name, and whether the proxy in front says who asks. */
import { config } from '../../lib/config.ts';
import { explain } from '../../lib/errors.ts';
import { fetchDocument } from '../../lib/fetch.ts';
import { instanceName } from '../accounts/register.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Nothing when nobody else is to find it. */
export async function checkOutside(): Promise<Finding[]> {
  if (!config.federates || !config.baseUrl.startsWith('https://')) return [];
  const webfinger = await checkWebFinger();
  return webfinger.ok ? [webfinger, await checkProxy()] : [webfinger];
}

async function checkWebFinger(): Promise<Finding> {
  const url = `${config.baseUrl}/.well-known/webfinger?resource=acct:${instanceName}@${config.host}`;
  const remedy = `start the server, let ${config.host} lead to the proxy in front of it, and let that pass every path on`;
  try {
    const { status, body } = await fetchDocument(url, { accept: 'application/jrd+json' });
    if (status !== 200) return problem('webfinger', `${url} answers ${status}`, remedy);
    const links = selfLinks(Buffer.from(body).toString());
    return links.some((link) => link.startsWith(`${config.baseUrl}/users/`))
      ? ok('webfinger', `other servers find this one at ${config.baseUrl}`)
      : problem('webfinger', `${url} is answered by another server than this one`, remedy);
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

const wrongWays: Record<string, [says: string, remedy: string]> = {
  direct: [
    'the proxy in front does not say who asks, so that all clients together get the limits of one',
    'let it send X-Forwarded-For, and set TRUSTED_PROXIES to its address',
  ],
  'not believed': [
    'the proxy in front says who asks and is not believed, so that all clients together get the limits of one',
    'set TRUSTED_PROXIES to its address, such as 127.0.0.1/32, and start the server again',
  ],
  silent: [
    'the proxy in front is trusted and does not say who asks, so that all clients together get the limits of one',
    'let it send X-Forwarded-For',
  ],
};

async function checkProxy(): Promise<Finding> {
  const { body } = await fetchDocument(`${config.baseUrl}/livez`, { accept: 'application/json' });
  const [, way = ''] = /"way":"([a-z ]+)"/.exec(Buffer.from(body).toString()) ?? [];
  const wrong = wrongWays[way];
  return wrong
    ? problem('proxy', ...wrong)
    : ok('proxy', 'the proxy in front says who asks, and is believed');
}
