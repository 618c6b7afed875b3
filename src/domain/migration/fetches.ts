/** Fetches what members import, and spreads these fetches, so that no archive can be used to flood another server. */
import { takeQuota } from '../../db/sql/access.ts';
import { db, type Executor } from '../../db/statement.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { type FetchedDocument, fetchDocument } from '../../lib/fetch/fetch.ts';
import { t } from '../../lib/language/text.ts';

// Fetches a page or picture that a member asked for, also on a server that does not federate

/** Old links start with http, which is refused, while their sites also answer https. Throws FetchError. */
export function fetchForMember(url: string, options: { accept: string; maxBytes: number }): Promise<FetchedDocument> {
  const target = URL.parse(url);
  const isOld = target?.protocol === 'http:' && target.port === '' && config.privateNetworks.length === 0;
  if (isOld) target.protocol = 'https:';
  return fetchDocument(isOld ? target.href : url, { ...options, forMember: true });
}

const pictureTypes = 'image/webp, image/jpeg, image/png, image/avif, image/gif;q=0.8';

/** Throws FetchError. */
export const fetchPictureForMember = (url: string): Promise<FetchedDocument> =>
  fetchForMember(url, { accept: pictureTypes, maxBytes: config.maxUploadBytes });

// Limits and spreads the fetches

/** Fetches from one server, by all imports of a member together and in all processes. */
const fetchQuota = { quota: 100, windowSeconds: 300 };

/** Counts one fetch. Returns false, and counts nothing, while the quota of the server is used up. */
async function mayFetchFrom(on: Executor, accountId: number, host: string): Promise<boolean> {
  const key = JSON.stringify(['import-fetch', accountId, host]);
  return (await takeQuota(on, key, fetchQuota.quota, fetchQuota.windowSeconds)).length > 0;
}

/**
 * Returns those of the IRIs that may be fetched now, and counts them. The others are linked if they arrive by
 * themselves.
 */
export async function takeFetches(on: Executor, accountId: number, iris: string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const iri of iris) if (await mayFetchFrom(on, accountId, hostOf(iri))) taken.push(iri);
  return taken;
}

/** Counts one fetch of a URL, like `takeFetchFrom`. */
export const takeFetchOf = (accountId: number, url: string): Promise<void> => takeFetchFrom(accountId, hostOf(url));

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Counts one fetch. Throws unavailable, which lets an import wait, while the quota of the server is used up. */
export async function takeFetchFrom(accountId: number, host: string): Promise<void> {
  if (!(await mayFetchFrom(db, accountId, host)))
    throw new DomainError('unavailable', t('migration.server-spared', { host }));
}

/** Between jobs that ask the same server. */
const pauseMs = (fetchQuota.windowSeconds * 1_000) / fetchQuota.quota;

/** Returns when each job is due that asks one of these servers: at once, and each further one of a server later. */
export function spread(hosts: string[]): (Date | null)[] {
  const seen = new Map<string, number>();
  return hosts.map((host) => {
    const before = seen.get(host) ?? 0;
    seen.set(host, before + 1);
    return before === 0 ? null : new Date(Date.now() + before * pauseMs);
  });
}
