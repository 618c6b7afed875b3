/** Gives the database to a role without superuser rights, which all processes connect as. */
import type pg from 'pg';
import { log } from '../../lib/log.ts';
import { openClient, withClient } from '../client.ts';
import { createDatabase, ownsDatabase, transferDatabase } from '../sql/database.ts';
import { type Cluster, createOwnerPassword, type Owner, readOwnerPassword } from './cluster.ts';
import { type Postmaster, socketFolderOf } from './postmaster.ts';

const database = 'potluck';
/** Clusters made before the owner role existed have this name too. */
const superuser = 'potluck';
const ownerRole = 'potluck_owner';

/** Returns null until the role has a password. */
export function findOwnerUrl(cluster: Cluster, postmaster: Postmaster): string | null {
  const password = readOwnerPassword(cluster);
  return password === null ? null : urlOf(ownerRole, password, cluster, postmaster);
}

/** Names its socket where there is one, because TCP does not reach into another network namespace. */
function urlOf(role: string, password: string, cluster: Cluster, postmaster: Postmaster): string {
  const url = `postgresql://${role}:${password}@127.0.0.1:${postmaster.port}/${database}`;
  const folder = socketFolderOf(cluster, postmaster);
  return folder === null ? url : `${url}?host=${encodeURIComponent(folder)}`;
}

/**
 * Returns the URL for the owner role. Creates the role and the database if they are missing, and transfers objects that
 * the superuser created. Safe to call from several processes, and to repeat after an interruption.
 * @param systemUser the user that PostgreSQL runs as, or null if it is the current one
 */
export async function ensureOwner(cluster: Cluster, postmaster: Postmaster, systemUser: Owner | null): Promise<string> {
  const url = findOwnerUrl(cluster, postmaster);
  if (url !== null && (await isOwner(url))) return url;

  const client = await connectAsSuperuser(urlOf(superuser, cluster.superuserPassword, cluster, postmaster));
  try {
    const blocked = await transferDatabase(
      client,
      ownerRole,
      () => readOwnerPassword(cluster) ?? createOwnerPassword(cluster, systemUser),
    );
    if (blocked.length > 0)
      log.warn(
        { blocked },
        'other sessions use tables that still belong to the superuser: the next start or command tries again',
      );
  } finally {
    await client.end();
  }
  return findOwnerUrl(cluster, postmaster)!;
}

const unknownPassword = '28P01';
const unknownDatabase = '3D000';
const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

async function isOwner(url: string): Promise<boolean> {
  try {
    return await withClient(url, 'owner', ownsDatabase);
  } catch (error) {
    if ([unknownPassword, unknownDatabase].includes(codeOf(error))) return false;
    throw error;
  }
}

async function connectAsSuperuser(url: string): Promise<pg.Client> {
  try {
    return await openClient(url, 'owner');
  } catch (error) {
    if (codeOf(error) !== unknownDatabase) throw error;
    await createFirst(url);
    return openClient(url, 'owner');
  }
}

/** Tolerates another process that creates it at the same time. */
async function createFirst(url: string): Promise<void> {
  const address = new URL(url);
  address.pathname = '/postgres';
  try {
    await withClient(address.href, 'owner', (client) => createDatabase(client, database));
  } catch (error) {
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  }
}
