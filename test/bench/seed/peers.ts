/** Creates remote accounts: some with keys that send, and many that only follow, each on its own server. */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { pool } from '../../../src/db/client.ts';
import type { Peer } from './seeded.ts';

const generate = promisify(generateKeyPair);

export async function seedPeers(senders: number, followers: number): Promise<{ peers: Peer[]; followerCount: number }> {
  await insertAccounts('peer', senders);
  await insertAccounts('far', followers);
  // Recently reachable servers, as those of most followers are.
  await pool().query(
    `INSERT INTO host (host, last_success_at) SELECT DISTINCT host, now() FROM account WHERE host <> ''`,
  );

  const peers = await Promise.all(
    Array.from({ length: senders }, async (_, at) => {
      const { privateKey, publicKey } = await generate('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      const iri = `https://peer${at + 1}.bench/users/cook`;
      return { iri, keyIri: `${iri}#main-key`, privatePem: privateKey, publicPem: publicKey };
    }),
  );
  await pool().query(
    `INSERT INTO actor_key (account_id, iri, kind, public_key)
     SELECT a.id, p.key_iri, 'rsa', p.pem FROM unnest($1::text[], $2::text[], $3::text[]) AS p (iri, key_iri, pem)
     JOIN account a ON a.iri = p.iri`,
    [peers.map(({ iri }) => iri), peers.map(({ keyIri }) => keyIri), peers.map(({ publicPem }) => publicPem)],
  );
  return { peers: peers.map(({ publicPem: _, ...peer }) => peer), followerCount: followers };
}

async function insertAccounts(name: string, count: number): Promise<void> {
  await pool().query(
    `INSERT INTO account (username, handle, host, name, summary, summary_html, state, iri, url, inbox, shared_inbox, outbox,
       followers_iri, following_iri, fetched_at, outbox_read_at)
     SELECT 'cook', 'cook@' || host, host, 'Cook of ' || host, 'Bread, mostly.', '<p>Bread, mostly.</p>', 'loaded', iri,
       'https://' || host || '/@cook', iri || '/inbox', 'https://' || host || '/inbox', iri || '/outbox',
       iri || '/followers', iri || '/following', now(), now()
     FROM (SELECT $1 || n || '.bench' AS host, 'https://' || $1 || n || '.bench/users/cook' AS iri
           FROM generate_series(1, $2::int) n) accounts`,
    [name, count],
  );
}
