/** The job that queue tests use: `load-object` with a handler that the test chooses. */
import type { Handlers } from '../../workers/handler.ts';
import { handlers } from '../../workers/handlers.ts';

export const iriOf = (name: string | number): string => `https://jobs.example/${name}`;

/** Receives the path of the IRI. */
export type LoadObjectHandler = (name: string) => ReturnType<Handlers['load-object']>;

/** The handlers, with `load-object` replaced. */
export function handlersWith(load: LoadObjectHandler): Handlers {
  return { ...handlers, 'load-object': ({ iri }) => load(iri.slice(iriOf('').length)) };
}
