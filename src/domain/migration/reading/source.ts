/** What a member imports: a file, a text, or a page that is fetched. */
import { toUtf8 } from '../../../lib/decode-text.ts';
import { invalid } from '../../../lib/errors.ts';
import { FetchError } from '../../../lib/fetch/error.ts';
import { t } from '../../../lib/language/text.ts';
import { fetchForMember } from '../fetches.ts';
import type { SourceOrigin } from './events.ts';

export interface ImportSource extends SourceOrigin {
  bytes: Uint8Array;
}

/** The name of a source that is no file and no page. */
export const pastedName = 'Pasted text';

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
