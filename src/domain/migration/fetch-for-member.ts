/** Fetches a page or picture that a member asked for, also on a server that does not federate. */
import { config } from '../../lib/config.ts';
import { type FetchedDocument, fetchDocument } from '../../lib/fetch/fetch.ts';

/** Old links start with http, which is refused, while their sites also answer https. Throws FetchError. */
export function fetchForMember(
  url: string,
  options: { accept: string; maxBytes: number },
): Promise<FetchedDocument> {
  const target = URL.parse(url);
  const isOld = target?.protocol === 'http:' && target.port === '' && config.privateNetworks.length === 0;
  if (isOld) target.protocol = 'https:';
  return fetchDocument(isOld ? target.href : url, { ...options, forMember: true });
}
