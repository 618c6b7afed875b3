/** The job that tests of the queue use: `load-object`, doing whatever the test wants. */
import type { Handlers } from '../../workers/handler.ts';
import { handlers } from '../../workers/handlers/index.ts';

export const iriOf = (name: string | number): string => `https://jobs.example/${name}`;

/** Gets what followed the origin in the IRI. */
export type Load = (name: string) => ReturnType<Handlers['load-object']>;

/** The table of handlers, with `load-object` replaced. */
export function doing(load: Load): Handlers {
  return { ...handlers, 'load-object': ({ iri }) => load(iri.slice(iriOf('').length)) };
}
