/** Checks a PostgreSQL that the operator runs before anything is written to it, and says what is wrong with it. */
import pg from 'pg';
import { addressOf, parseServerUrl } from '../lib/server-urls.ts';
import { DatabaseRefusal, isUnavailable } from './errors.ts';

/** Throws DatabaseRefusal, whose message names the setting and the remedy. */
export async function checkExternal(url: string): Promise<void> {
  const client = probe(url);
  try {
    await client.connect();
    await refuseOtherEncodings(client, url);
    await refuseSharedSessions(client, url);
  } catch (error) {
    throw error instanceof DatabaseRefusal ? error : unreachable(url, error as Error, 'DATABASE_URL');
  } finally {
    await client.end().catch(() => {});
  }
}

function probe(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'potluck check',
    connectionTimeoutMillis: 30_000,
    query_timeout: 30_000,
  });
  client.on('error', () => {});
  return client;
}

/** Others cannot store every text, and SQL_ASCII does not know letters, which lower() and the indexes of texts need. */
async function refuseOtherEncodings(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  const { name } = placeOf(url);
  throw new DatabaseRefusal(
    `The database ${name} stores texts as ${encoding}, and Potluck needs UTF-8: create one with ` +
      '"createdb -E UTF8 -T template0 --owner=ROLE NAME", and set DATABASE_URL to it',
  );
}

/**
 * A pooler such as PgBouncer answers with other process ids than those of PostgreSQL. In transaction mode it gives the
 * session of one client to the next, so locks, prepared statements and notifications get lost.
 */
async function refuseSharedSessions(client: pg.Client, url: string): Promise<void> {
  const { processID } = client as unknown as { processID: number | null };
  const own = await backendOf(client);
  if (own === processID) return;
  const other = probe(url);
  try {
    await other.connect();
    const isShared = (await backendOf(other)) === own || (await backendOf(client)) !== own;
    if (!isShared) return;
  } finally {
    await other.end().catch(() => {});
  }
  throw new DatabaseRefusal(
    'DATABASE_URL leads to a pooler (such as PgBouncer) that shares sessions: set its pool_mode to session, ' +
      'or set DATABASE_URL to PostgreSQL itself',
  );
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

// Explains why a database cannot be reached

interface Place {
  role: string;
  name: string;
  /** With the port. */
  address: string;
}

function placeOf(url: string): Place {
  const { username = '', pathname = '' } = parseServerUrl(url) ?? {};
  const role = decodeURIComponent(username) || 'of the URL';
  return { role, name: decodeURIComponent(pathname.slice(1)) || role, address: addressOf(url) };
}

/** @param setting names where the URL is from. Undefined for the embedded database, whose URL nobody chose. */
export function unreachable(url: string, error: Error, setting?: string): DatabaseRefusal {
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const place = placeOf(url);
  const remedy = setting === undefined ? null : remedyFor(cause, place);
  const advice = remedy === null ? '' : `. ${remedy} (${setting})`;
  return new DatabaseRefusal(
    `The database ${place.name} at ${place.address} cannot be reached: ${cause.message}${advice}`,
  );
}

const startIt = 'Start PostgreSQL, or correct host and port';

/** By the codes of sockets, of TLS, and of PostgreSQL (appendix A of its manual). */
function remedyFor(cause: Error, { role, name }: Place): string {
  const { code = '' } = cause as { code?: string };
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return startIt;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'Correct the name of the host, or the DNS of this machine';
    case '28P01':
      return `Correct the password of the role ${role}, or create the role`;
    case '28000':
      return `Create the role ${role}, or allow it and this machine in pg_hba.conf`;
    case '3D000':
      return `Create it with "createdb -E UTF8 -T template0 --owner=${role} ${name}", or correct its name`;
    case '42501':
      return `Make ${role} the owner of the database`;
    case '53300':
      return 'Raise max_connections, or end other programs that use it';
    case '57P03':
      return 'Wait until PostgreSQL has started, and start again';
  }
  if (/password must be a string/.test(cause.message)) return `Add the password of the role ${role}`;
  if (/self.signed|unable to (?:get|verify)|_CERT|LEAF_SIGNATURE/i.test(`${code} ${cause.message}`))
    return 'Add sslrootcert=FILE with the certificate of its authority to the URL, or sslmode=no-verify to trust any';
  if (/SSL|TLS|certificate/i.test(`${code} ${cause.message}`)) return 'Correct sslmode or the certificate';
  return isUnavailable(cause) ? `${startIt}, and look for a firewall` : 'Correct the URL';
}
