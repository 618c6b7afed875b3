/** Other servers as the operator sees them: alive or not, what waits for them, and how to try again. */
import { type HostRow, listHostReports, retryDeliveries, selectHostReport } from '../db/sql/host-reports.ts';
import { db } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { wakeRelay } from '../jobs/wake.ts';
import { DomainError, invalid } from '../lib/errors.ts';

export interface HostReport {
  host: string;
  /** `open`: left in peace until `openUntil`; `failing`: the last try came to nothing. */
  circuit: 'closed' | 'failing' | 'open';
  openUntil: Date | null;
  /** In a row. */
  failures: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
  /** Since when it keeps us waiting for seconds, whether it answers then or not. */
  slowSince: Date | null;
  /** In which its signatures are made; null while nothing was delivered. */
  dialect: 'cavage' | 'rfc9421' | null;
  /** As its NodeInfo says, such as `mastodon 4.5.1`. */
  software: string | null;
  deliveries: { pending: number; failed: number };
  /** How many of its accounts are known here. */
  accounts: number;
  blocked: boolean;
}

const most = 10_000;

/** Those for which most waits first. */
export async function listHosts(limit = most): Promise<HostReport[]> {
  return (await listHostReports(db, limit)).map(toReport);
}

/** Throws not_found for a server that nobody here has had to do with, validation_failed on `host`. */
export async function getHost(name: string): Promise<HostReport> {
  const host = readHost(name);
  const [row] = await selectHostReport(db, host);
  if (!row) throw new DomainError('not_found', `nothing is known of ${host}`);
  return toReport(row);
}

/** Tries now what failed or waits for a server; answers how many deliveries that are. Throws as `getHost` does, and for a blocked one. */
export async function retryHost(name: string): Promise<{ host: string; retried: number }> {
  const { host, blocked } = await getHost(name);
  if (blocked) throw invalid('host', `${host} is blocked`);
  const [counted] = await transact((tx) => retryDeliveries(tx, host, jobs.deliverActivity.name));
  wakeRelay();
  return { host, retried: counted!.revived + counted!.hastened };
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

/** As URLs write it, with a port that is not the default one. */
function readHost(name: string): string {
  const url = /^[^\s/@?#]{1,255}$/.test(name) ? URL.parse(`https://${name}/`) : null;
  if (!url?.host) throw invalid('host', `${name} is not the name of a server, such as far.example`);
  return url.host;
}
