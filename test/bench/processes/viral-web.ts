/** Runs a web process to which one other server has thousands of people, without a network. */
import { setTimeout as sleep } from 'node:timers/promises';
import { routeFetchTo } from '../../../src/lib/fetch/connections.ts';
import { routeToHandler } from '../../support/fetch-route.ts';

const { VIRAL_HOST: host, VIRAL_KEY: publicKeyPem } = process.env;
/** As long as a server on the same continent takes to answer. */
const latencyMs = 30;

async function respond({ url }: Request): Promise<Response> {
  await sleep(latencyMs);
  const { origin, pathname, searchParams } = new URL(url);
  const name = /^(?:\/users\/|acct:)(fan\d+)(?:@|$)/.exec(searchParams.get('resource') ?? pathname)?.[1];
  if (!name) return new Response(null, { status: 404 });
  const iri = `${origin}/users/${name}`;
  const type = 'application/activity+json';
  if (searchParams.has('resource'))
    return Response.json(
      { subject: `acct:${name}@${host}`, links: [{ rel: 'self', type, href: iri }] },
      { headers: { 'content-type': 'application/jrd+json' } },
    );
  const actor = {
    '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'],
    id: iri,
    type: 'Person',
    preferredUsername: name,
    name: `Fan ${name}`,
    summary: '<p>Bread, mostly.</p>',
    inbox: `${iri}/inbox`,
    outbox: `${iri}/outbox`,
    followers: `${iri}/followers`,
    endpoints: { sharedInbox: `${origin}/inbox` },
    publicKey: { id: `${iri}#main-key`, owner: iri, publicKeyPem },
  };
  return Response.json(actor, { headers: { 'content-type': type } });
}

routeFetchTo(new Map([[host!, routeToHandler(respond)]]));
await import('../../../src/main.ts');
