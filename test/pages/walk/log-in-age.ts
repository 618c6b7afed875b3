/** Decides how long ago users logged in, since pages ask again for a password after 10 minutes. */
import pg from 'pg';
import type { Instance } from '../../support/instance.ts';

export async function setLogInAge(instance: Instance, minutes: number): Promise<void> {
  const client = new pg.Client({ connectionString: await instance.databaseUrl() });
  await client.connect();
  try {
    await client.query('UPDATE session SET authenticated_at = now() - make_interval(mins => $1)', [minutes]);
  } finally {
    await client.end();
  }
}
