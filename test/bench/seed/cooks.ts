/** Creates local accounts by the hundred thousand. The first thousand have keys, because they have followers. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { pool } from '../../../src/db/client.ts';
import { config } from '../../../src/lib/config.ts';
import { encrypt } from '../../../src/lib/secrets.ts';

export async function seedCooks(count: number): Promise<{ first: number; last: number }> {
  const { rows } = await pool().query<{ first: number; last: number }>(
    `WITH made AS (
       INSERT INTO account (id, username, handle, name, summary, summary_html, state, iri, url, inbox, shared_inbox, outbox,
         followers_iri, following_iri, featured_iri)
       SELECT id, 'cook' || id, 'cook' || id, 'Cook ' || id, 'I cook what the garden gives.', '<p>I cook what the garden gives.</p>',
         'loaded', $2 || '/users/' || id, $2 || '/@cook' || id, $2 || '/users/' || id || '/inbox', $2 || '/inbox',
         $2 || '/users/' || id || '/outbox', $2 || '/users/' || id || '/followers', $2 || '/users/' || id || '/following',
         $2 || '/users/' || id || '/featured'
       FROM (SELECT nextval(pg_get_serial_sequence('account', 'id')) AS id FROM generate_series(1, $1::int)) ids
       RETURNING id
     ) SELECT min(id) AS first, max(id) AS last FROM made`,
    [count, config.baseUrl],
  );
  await seedKeys(rows[0]!.first, 'rsa', 'main-key', generateKeyPairSync('rsa', { modulusLength: 2048 }));
  await seedKeys(rows[0]!.first, 'ed25519', 'ed25519-key', generateKeyPairSync('ed25519'));
  return rows[0]!;
}

/** All share one key pair, because the cost of a signature does not depend on the key. */
async function seedKeys(
  first: number,
  kind: string,
  fragment: string,
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
): Promise<void> {
  await pool().query(
    `INSERT INTO actor_key (account_id, iri, kind, public_key, private_key)
     SELECT id, $2 || '/users/' || id || '#' || $3, $4::key_kind, $5, $6 FROM generate_series($1::bigint, $1 + 999) id`,
    [
      first,
      config.baseUrl,
      fragment,
      kind,
      publicKey.export({ type: 'spki', format: 'pem' }),
      encrypt(privateKey.export({ type: 'pkcs8', format: 'der' })),
    ],
  );
}
