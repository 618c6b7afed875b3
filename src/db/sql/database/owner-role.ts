/** Statements that give the embedded database to a role without superuser rights. */
import type { ClientBase } from 'pg';

const lock = 72_707_371;

/**
 * Lists the objects that the superuser of initdb (OID 10) created in this database. Parts of another object or of an
 * extension are left out, because they keep its owner. PostgreSQL's own objects have an OID below 16384.
 */
const ownedBySuperuser = `
  SELECT object.type, object.identity
  FROM (
    SELECT 'pg_namespace'::regclass AS class, oid, nspowner AS owner, false AS is_sequence FROM pg_namespace
    UNION ALL SELECT 'pg_class', oid, relowner, relkind = 'S' FROM pg_class WHERE relkind IN ('r', 'p', 'f', 'v', 'm', 'S')
    UNION ALL SELECT 'pg_type', oid, typowner, false FROM pg_type
    UNION ALL SELECT 'pg_proc', oid, proowner, false FROM pg_proc
  ) found, pg_identify_object(found.class, found.oid, 0) AS object
  WHERE found.owner = 10 AND found.oid >= 16384
    AND coalesce(object.schema, object.name) NOT LIKE 'pg\\_%'
    AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = found.class AND d.objid = found.oid AND d.objsubid = 0
        AND (d.deptype IN ('i', 'e') OR d.deptype = 'a' AND found.is_sequence))`;

/** Returns true if the connected role owns the database, and the superuser owns nothing in it. */
export async function ownsDatabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `SELECT d.datdba = current_user::regrole AND NOT EXISTS (${ownedBySuperuser}) AS owns
     FROM pg_database d WHERE d.datname = current_database()`,
  );
  return rows[0]!.owns;
}

/** An object that could not be transferred yet. The role has all rights on it meanwhile. */
export interface BlockedTransfer {
  object: string;
  /** The sessions that use it, with their process ids. */
  heldBy: string[];
}

const lockNotAvailable = '55P03';

/**
 * Makes `role` the owner of the database and of all that the superuser created in it. Objects that another session uses
 * for longer than 5 s are left to a later call, and returned.
 * @param choosePassword is called by one process at a time
 */
export async function transferDatabase(
  client: ClientBase,
  role: string,
  choosePassword: () => string,
): Promise<BlockedTransfer[]> {
  const name = client.escapeIdentifier(role);
  // The owner role can create functions and operators, which the superuser must not run.
  await client.query(`BEGIN; SET LOCAL search_path = pg_catalog; SET LOCAL lock_timeout = '5s'`);
  await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);

  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  await client.query(
    `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS
     PASSWORD ${client.escapeLiteral(choosePassword())}`,
  );

  const { rows } = await client.query<{ type: string; identity: string }>(
    `SELECT 'database' AS type, quote_ident(current_database()) AS identity UNION ALL ${ownedBySuperuser}`,
  );
  const blocked: BlockedTransfer[] = [];
  for (const { type, identity } of rows) {
    if (await tryUnlessLocked(client, `ALTER ${type} ${identity} OWNER TO ${name}`)) continue;
    blocked.push({ object: `${type} ${identity}`, heldBy: await listHolders(client, identity) });
    const kind = grantable.includes(type) ? type : relations.includes(type) ? 'table' : null;
    if (kind) await tryUnlessLocked(client, `GRANT ALL ON ${kind} ${identity} TO ${name}`);
    // The same session probably holds others too.
    await client.query(`SET LOCAL lock_timeout = '100ms'`);
  }
  await client.query('COMMIT');
  return blocked;
}

const grantable = ['database', 'schema', 'sequence', 'table'];
const relations = ['view', 'materialized view', 'foreign table'];

/** Returns false if another session uses the object for too long. */
async function tryUnlessLocked(client: ClientBase, sql: string): Promise<boolean> {
  await client.query('SAVEPOINT attempt');
  try {
    await client.query(sql);
    await client.query('RELEASE SAVEPOINT attempt');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error;
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    return false;
  }
}

async function listHolders(client: ClientBase, identity: string): Promise<string[]> {
  const { rows } = await client.query<{ holder: string }>(
    `SELECT concat_ws(' ', 'process', pid, '(' || nullif(application_name, '') || ')', state) AS holder FROM pg_stat_activity
     WHERE pid <> pg_backend_pid()
       AND pid IN (SELECT pid FROM pg_locks WHERE granted AND relation = to_regclass($1))`,
    [identity],
  );
  return rows.map(({ holder }) => holder);
}
