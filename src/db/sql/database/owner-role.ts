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

/**
 * Makes `role` the owner of the database and of all that the superuser created in it, completely or not at all.
 * Fails with 55P03 while another process uses a table for longer than 5 s.
 * @param choosePassword is called by one process at a time
 */
export async function transferDatabase(
  client: ClientBase,
  role: string,
  choosePassword: () => string,
): Promise<void> {
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
  for (const { type, identity } of rows) await client.query(`ALTER ${type} ${identity} OWNER TO ${name}`);
  await client.query('COMMIT');
}
