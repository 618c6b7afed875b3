/** Processes JSON-LD. Time and memory depend on the document in ways that no limit on its size bounds. */
import jsonld from '@fedify/vocab-runtime/jsonld';
import { context, type LoadContext, loadKnownContext } from './context.ts';
import { readStatements } from './n-quads.ts';

type Compact = (document: unknown, context: unknown, options: { documentLoader: LoadContext }) => Promise<unknown>;
type Canonize = (
  document: unknown,
  options: {
    base: null;
    safe: false;
    documentLoader: LoadContext;
    canonizeOptions: { maxDeepIterations: number };
  },
) => Promise<string>;

/**
 * Without two whose terms depend on the type: these double the time of every proof and key, and readers know the full
 * IRIs.
 */
const ownContext = context.filter(
  (entry) => typeof entry !== 'string' || !/\/(?:data-integrity|multikey)\//.test(entry),
);

const compact: Compact = jsonld.compact;
const canonize: Canonize = jsonld.canonize;

/** Blank nodes that look alike: each one costs as much as the rest of the document. */
const maxDeepIterations = 16;
const canonizeOptions = {
  base: null,
  safe: false,
  documentLoader: loadKnownContext,
  canonizeOptions: { maxDeepIterations },
} as const;

/** Each may throw for what is no JSON-LD, or needs a context that is not bundled. */
export const processing = {
  /** Returns the document in the short names that our readers use. */
  compact: (document: unknown) => compact(document, ownContext, { documentLoader: loadKnownContext }),
  /** Returns canonical N-Quads (RDFC-1.0). */
  canonize: (document: unknown) => canonize(document, canonizeOptions),
  readStatements: ({ statements, json }: { statements: string; json: unknown }) => readStatements(statements, json),
};
export type Processing = typeof processing;
