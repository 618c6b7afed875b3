/** What may be part of a trace, and who is told of it. */
import type { Attributes, Span } from '@opentelemetry/api';

export interface Doing {
  /** A route, a job, a statement: nothing that strangers or members chose, here or in the attributes. */
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** What it follows from, as `traceparent` said it; what is under way here when absent. */
  after?: string | null | undefined;
}

export interface Collector {
  begin(doing: Doing, parent: Span | string | null): Span;
  fail(span: Span, error: unknown): void;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}
