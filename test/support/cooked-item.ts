/** Inserts a preparation or baking as a row. */
import { pool } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { iris } from '../../src/lib/iris.ts';

let serial = 0;

export async function insertCookedItem(
  { id, iri }: Account,
  type: 'preparation' | 'baking',
  { visibility = 'public', publication = 'published' }: { visibility?: string; publication?: string } = {},
): Promise<number> {
  serial += 1;
  const identity = publication === 'draft' ? null : `${iri ?? iris.actor(id)}/${type}s/cooked-${serial}`;
  const { rows } = await pool().query(
    `INSERT INTO eventable (type, account_id, iri, visibility, publication, name, serving, prepared_at)
     VALUES ($1, $2, $3, $4, $5, 'Soup', 2, now()) RETURNING id`,
    [type, id, identity, visibility, publication],
  );
  return rows[0].id;
}
