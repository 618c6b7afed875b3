/** Lets Fedify read documents through the one client for other servers; contexts it brings along are not fetched. */
import { type DocumentLoader, preloadedContexts } from '@fedify/fedify';
import { fetchDocument } from '../lib/fetch.ts';

const accept = 'application/activity+json, application/ld+json';

/** Throws FetchError, and Error for an answer that is no JSON or no 2xx. */
export const loadDocument: DocumentLoader = async (url) => {
  const preloaded = preloadedContexts[url];
  if (preloaded) return { contextUrl: null, documentUrl: url, document: preloaded };

  const { status, body, url: documentUrl } = await fetchDocument(url, { accept });
  if (status < 200 || status > 299) throw new Error(`${new URL(url).host} answered ${status}`);
  return { contextUrl: null, documentUrl, document: JSON.parse(new TextDecoder().decode(body)) as unknown };
};
