/** Publishes a status of a local account. Returns its IRI. */
import { pool } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';

export async function publishStatus(
  author: Account,
  visibility: 'public' | 'unlisted' | 'private' | 'direct' = 'public',
): Promise<{ id: number; iri: string }> {
  const id = await createStatus(author.id, {
    content: 'Soup?',
    visibility,
    locale: null,
    sensitive: false,
    spoilerText: '',
    inReplyToId: null,
  });
  const { rows } = await pool().query('SELECT id, iri FROM eventable WHERE id = $1', [id]);
  return rows[0];
}
