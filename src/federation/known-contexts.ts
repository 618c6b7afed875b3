/** The JSON-LD contexts that come with the library; others are not to be had, for contexts are never fetched. */
import { preloadedContexts } from '@fedify/fedify/runtime';

interface RemoteDocument {
  contextUrl: null;
  documentUrl: string;
  document: unknown;
}

export type LoadContext = (url: string) => Promise<RemoteDocument>;

const known = new Map(
  Object.entries(preloadedContexts).flatMap(([url, document]) => {
    const plain = url.replace(/^https?:\/\//, '').replace(/[/#]$/, '');
    return [plain, `${plain}/`, `${plain}#`].map((name) => [name, document] as const);
  }),
);

export const loadKnownContext: LoadContext = async (url) => {
  const document = known.get(url.replace(/^https?:\/\//, ''));
  if (document === undefined) throw new Error('an unknown context');
  return { contextUrl: null, documentUrl: url, document };
};
