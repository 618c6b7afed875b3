/** Loads the JSON-LD contexts that are bundled with Fedify. Contexts are never fetched. */
import { preloadedContexts } from '@fedify/fedify/runtime';

interface RemoteDocument {
  contextUrl: null;
  documentUrl: string;
  document: unknown;
}

export type LoadContext = (url: string) => Promise<RemoteDocument>;

const known = new Map(
  Object.entries(preloadedContexts).flatMap(([url, document]) => {
    const bare = url.replace(/^https?:\/\//, '').replace(/[/#]$/, '');
    return [bare, `${bare}/`, `${bare}#`].map((name) => [name, document] as const);
  }),
);

export const loadKnownContext: LoadContext = async (url) => {
  const document = known.get(url.replace(/^https?:\/\//, ''));
  if (document === undefined) throw new Error(`the context ${url} is not bundled`);
  return { contextUrl: null, documentUrl: url, document };
};
