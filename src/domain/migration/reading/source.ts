/** What a member imports: a file, a text, or a page that is fetched. */
import { config } from '../../../lib/config.ts';
import { toUtf8 } from '../../../lib/decode-text.ts';
import { invalid } from '../../../lib/errors.ts';
import { FetchError } from '../../../lib/fetch/error.ts';
import { type FetchedDocument, fetchDocument } from '../../../lib/fetch/fetch.ts';
import { t } from '../../../lib/language/text.ts';
import type { SourceOrigin } from './events.ts';

export interface ImportSource extends SourceOrigin {
  bytes: Uint8Array;
}

/** The name of a source that is no file and no page. */
export const pastedName = 'Pasted text';

// Fetches a page or picture that a member asked for, also on a server that does not federate

/** Old links start with http, which is refused, while their sites also answer https. Throws FetchError. */
export function fetchForMember(url: string, options: { accept: string; maxBytes: number }): Promise<FetchedDocument> {
  const target = URL.parse(url);
  const isOld = target?.protocol === 'http:' && target.port === '' && config.privateNetworks.length === 0;
  if (isOld) target.protocol = 'https:';
  return fetchDocument(isOld ? target.href : url, { ...options, forMember: true });
}

const maxPageBytes = 4 * 2 ** 20;

/** Fetches the page within 10 s. Throws validation_failed if that fails. */
export async function fetchSource(url: string): Promise<ImportSource> {
  const accept = 'text/html, application/ld+json, application/json;q=0.9, */*;q=0.5';
  const found = await fetchForMember(url, { accept, maxBytes: maxPageBytes }).catch((error: unknown) => {
    throw error instanceof FetchError ? invalid('url', t('errors.not-fetched', { message: error.message })) : error;
  });
  if (found.status !== 200) throw invalid('url', t('errors.not-fetched-status', { status: found.status }));
  const bytes = toUtf8(found.body, found.headers.get('content-type'));
  return { bytes, name: found.url, sourceUrl: found.url };
}
