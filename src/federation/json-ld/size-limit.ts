/** Checks whether a document is small enough for slow processing, in one pass. */
import { isObject } from './json.ts';

export interface Limits {
  nodes: number;
  depth: number;
}

/** Counts every value, without recursion. */
export function isWithin(root: unknown, { nodes, depth }: Limits): boolean {
  const queue = [{ node: root, level: 0 }];
  let count = 0;

  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { node, level } = next;
    if (++count > nodes || level > depth) return false;
    if (typeof node !== 'object' || node === null) continue;

    const children = Object.values(node);
    if (children.length > nodes) return false;
    for (const child of children) queue.push({ node: child, level: level + 1 });
  }
  return true;
}

export interface ProcessingLimits extends Limits {
  /** Different ones: a known context counts once, an inline one each time. */
  contexts: number;
  /** All occurrences. */
  occurrences: number;
  /** Characters of all inline contexts. */
  contextLength: number;
  /** Characters of `@vocab`, with which every term begins. */
  vocabLength: number;
  /** Slashes in a text: those of a relative IRI take quadratic time. */
  slashes: number;
}

/**
 * Whether a document is small and its contexts are few and short, anywhere in it. None may be inside a term definition, where
 * it would be processed again for every use of its term.
 */
export function isCheapToProcess(root: unknown, limits: ProcessingLimits): boolean {
  const names = new Set<string>();
  let [occurrences, inline, length] = [0, 0, 0];

  const mayAdd = (context: unknown): boolean => {
    if (Array.isArray(context)) return context.every(mayAdd);
    occurrences += 1;
    if (typeof context === 'string') names.add(context);
    else inline += 1;
    if (isObject(context)) {
      length += JSON.stringify(context).length;
      if (Object.hasOwn(context, '@base') || `${context['@vocab']}`.length > limits.vocabLength) return false;
    }
    return (
      occurrences <= limits.occurrences &&
      names.size + inline <= limits.contexts &&
      length <= limits.contextLength
    );
  };
  const visit = (node: unknown, isInContext: boolean): boolean => {
    if (typeof node === 'string') return node.split('/', limits.slashes + 2).length <= limits.slashes + 1;
    if (typeof node !== 'object' || node === null) return true;
    return Object.entries(node).every(([name, value]) => {
      if (name !== '@context') return visit(name, isInContext) && visit(value, isInContext);
      return !isInContext && mayAdd(value) && visit(value, true);
    });
  };
  return isWithin(root, limits) && visit(root, false);
}
