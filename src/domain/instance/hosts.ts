/** What is known and observed of other servers and of this machine. */
import { z } from 'zod';
import { setting } from '../../db/setting.ts';
import { updateHostSoftware } from '../../db/sql/federation.ts';
import {
  type HostRow,
  listHostReports,
  retryDeliveries,
  selectHostReport,
  sumPictures,
} from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { remoteClockDifference } from '../../lib/remote-clocks.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import type { Moderator } from '../roles/permissions.ts';

// Stores which software a remote server runs

/** `software` is name and version, such as `mastodon 4.5.1`. */
export async function setHostSoftware(host: string, software: string): Promise<void> {
  await updateHostSoftware(db, host, software);
}

// Reports the state of remote servers and retries the deliveries to them, for the operator

export interface HostReport extends Omit<HostRow, 'pending' | 'failed'> {
  /** `open`: no deliveries until `openUntil`; `failing`: the last delivery failed. */
  circuit: 'closed' | 'failing' | 'open';
  deliveries: Pick<HostRow, 'pending' | 'failed'>;
}

const maxHosts = 10_000;

/** Ordered by pending deliveries, most first. */
export async function listHosts(limit = maxHosts): Promise<HostReport[]> {
  return (await listHostReports(db, limit)).map(toReport);
}

/** Throws not_found for an unknown server, and validation_failed on `host`. */
export async function getHost(name: string): Promise<HostReport> {
  const host = parseHost(name);
  const [row] = await selectHostReport(db, host);
  if (!row) throw new DomainError('not_found', t('errors.server-unknown', { host }));
  return toReport(row);
}

/**
 * Retries failed and pending deliveries now and returns their number. Throws like `getHost`, and validation_failed for
 * a blocked server.
 */
export async function retryHost(moderator: Moderator, name: string): Promise<{ host: string; retried: number }> {
  const { host, blocked } = await getHost(name);
  if (blocked) throw invalid('host', t('errors.server-blocked', { host }));
  const [counted] = await transact(async (tx) => {
    await recordAdminAction(tx, moderator, { action: 'retry-host', subject: host });
    return retryDeliveries(tx, host, jobs.deliverActivity.name);
  });
  wakeRelay();
  return { host, retried: counted!.restarted + counted!.expedited };
}

function toReport({ pending, failed, openUntil, ...row }: HostRow): HostReport {
  const isOpen = openUntil !== null && openUntil > new Date();
  return {
    ...row,
    circuit: isOpen ? 'open' : row.failures > 0 ? 'failing' : 'closed',
    openUntil: isOpen ? openUntil : null,
    deliveries: { pending, failed },
  };
}

/** Normalises a host as URLs do, with its port unless it is the default one. */
function parseHost(name: string): string {
  const url = /^[^\s/@?#]{1,255}$/.test(name) ? URL.parse(`https://${name}/`) : null;
  if (!url?.host) throw invalid('host', t('errors.not-a-server-name', { name }));
  return url.host;
}

// Remembers what only a running worker observes, for the doctor: clocks of other servers, and how much data there are

const clocksSchema = z.object({ at: z.coerce.date(), ms: z.number(), hosts: z.number() });
const clocks = setting('remote_clocks', clocksSchema);

const sizeSchema = z.object({ at: z.coerce.date(), bytes: z.number() });
const dataSizes = setting('data_sizes', z.array(sizeSchema));

const maxSizes = 30;
/** A little less than a day, so that an hourly task takes one a day. */
const sizeIntervalMs = 23.5 * 3_600_000;
const maxClocksAgeMs = 24 * 3_600_000;

/** Two workers may run this at once: the later one wins. */
export async function recordObservations(now = new Date()): Promise<void> {
  const difference = remoteClockDifference();
  if (difference) await clocks.store({ at: now, ...difference });

  const sizes = await listDataSizes();
  const isDue = !sizes[0] || now.getTime() - sizes[0].at.getTime() >= sizeIntervalMs;
  if (!isDue) return;
  const bytes = await measureOnDisk();
  await dataSizes.store([{ at: now, bytes }, ...sizes].slice(0, maxSizes));
}

/** Bytes of the database and the pictures, as far as they are in the data folder. */
async function measureOnDisk(): Promise<number> {
  const [sums] = await sumPictures(db);
  const { database_bytes, local_bytes, remote_bytes } = sums!;
  return (config.databaseUrl ? 0 : database_bytes) + (config.s3 ? 0 : local_bytes + remote_bytes);
}

/** The newest first, one a day. */
export const listDataSizes = async () => (await dataSizes.find()) ?? [];

/** Returns null if nothing was observed in the last 24 hours. */
export async function findRemoteClocks(): Promise<z.infer<typeof clocksSchema> | null> {
  const found = await clocks.find();
  return found && Date.now() - found.at.getTime() < maxClocksAgeMs ? found : null;
}
