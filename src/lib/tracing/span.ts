/** Types of spans and their collector. */
import type { Attributes, Span } from '@opentelemetry/api';

export interface SpanOptions {
  /** A route, job or statement. Neither name nor attributes may contain user input. */
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** The parent as a W3C `traceparent`. By default the current span. */
  parent?: string | null | undefined;
}

export interface Collector {
  begin(options: SpanOptions, parent: Span | string | null): Span;
  fail(span: Span, error: unknown): void;
  /** Exports the remaining spans. */
  close(): Promise<void>;
}
