/** Reports the state of remote servers and retries the deliveries to them, for the operator. */
import { type HostRow, listHostReports, retryDeliveries, selectHostReport } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/enqueue.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

export interface HostReport {
  host: string;
  /** `open`: no deliveries until `openUntil`; `failing`: the last delivery failed. */
  circuit: 'closed' | 'failing' | 'open';
  openUntil: Date | null;
  /** Consecutive failures. */
  failures: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
  /** Since when responses take seconds, whether they succeed or not. */
  slowSince: Date | null;
  /** The HTTP signature scheme that it accepts; null while nothing was delivered. */
  dialect: 'cavage' | 'rfc9421' | null;
  /** From its NodeInfo, such as `mastodon 4.5.1`. */
  software: string | null;
  deliveries: { pending: number; failed: number };
  /** The number of its accounts that are stored here. */
  accounts: number;
  blocked: boolean;
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

/** Retries failed and pending deliveries now and returns their number. Throws like `getHost`, and validation_failed for a blocked server. */
export async function retryHost(name: string): Promise<{ host: string; retried: number }> {
  const { host, blocked } = await getHost(name);
  if (blocked) throw invalid('host', t('errors.server-blocked', { host }));
  const [counted] = await transact((tx) => retryDeliveries(tx, host, jobs.deliverActivity.name));
  wakeRelay();
  return { host, retried: counted!.restarted + counted!.expedited };
}

function toReport(row: HostRow): HostReport {
  const isOpen = row.open_until !== null && row.open_until > new Date();
  return {
    host: row.host,
    circuit: isOpen ? 'open' : row.failures > 0 ? 'failing' : 'closed',
    openUntil: isOpen ? row.open_until : null,
    failures: row.failures,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    lastError: row.last_error,
    slowSince: row.slow_since,
    dialect: row.dialect,
    software: row.software,
    deliveries: { pending: row.pending, failed: row.failed },
    accounts: row.accounts,
    blocked: row.blocked,
  };
}

/** Normalises a host as URLs do, with its port unless it is the default one. */
function parseHost(name: string): string {
  const url = /^[^\s/@?#]{1,255}$/.test(name) ? URL.parse(`https://${name}/`) : null;
  if (!url?.host) throw invalid('host', t('errors.not-a-server-name', { name }));
  return url.host;
}
