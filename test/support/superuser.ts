/** Reaches the embedded PostgreSQL as its superuser, as an operator can. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export function superuserUrl(url: string, dataDir: string): string {
  const address = new URL(url);
  address.username = 'potluck';
  address.password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
  return address.href;
}

/**
 * Lets the role of `url` write checkpoints, and switch off foreign keys and triggers for rows that are valid without
 * them.
 */
export async function grantTestRights(adminUrl: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  const role = new URL(url).username;
  await client.connect();
  try {
    await client.query(`GRANT SET ON PARAMETER session_replication_role TO ${role}`);
    await client.query(`GRANT pg_checkpoint TO ${role}`);
  } finally {
    await client.end();
  }
}
