/** Traces requests, the jobs they enqueue, and the statements and fetches of both. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span } from '@opentelemetry/api';
import { config } from '../config.ts';
import type { Collector, SpanOptions } from './collector.ts';

/** Adds attributes to the span. */
type AddAttributes = (attributes: Attributes) => void;

let collector: Collector | undefined;
const currentSpan = new AsyncLocalStorage<Span>();

/** Does nothing without an endpoint. Call it before the database is connected. */
export async function startTracing(processName: string, endpoint = config.otlpEndpoint): Promise<void> {
  if (endpoint === undefined) return;
  const { openCollector } = await import('./collector.ts');
  collector = openCollector(endpoint, processName);
}

export async function stopTracing(): Promise<void> {
  const closing = collector;
  collector = undefined;
  await closing?.close();
}

export const isTracing = (): boolean => collector !== undefined;

/** Returns the current span as a W3C `traceparent`, or null if tracing is off. */
export function traceparent(): string | null {
  const span = currentSpan.getStore();
  if (!collector || !span) return null;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

export async function traced<T>(options: SpanOptions, work: (addAttributes: AddAttributes) => Promise<T>): Promise<T> {
  const begun = begin(options);
  if (!begun) return work(() => {});
  try {
    const result = await currentSpan.run(begun.span, () => work((attributes) => begun.span.setAttributes(attributes)));
    begun.end();
    return result;
  } catch (error) {
    begun.end(error);
    throw error;
  }
}

/** Returns null if tracing is off, or for a client span without a parent, such as the polling of the relay. */
export function begin(options: SpanOptions): { span: Span; end(error?: unknown): void } | null {
  if (!collector) return null;
  const parent = options.parent ?? currentSpan.getStore() ?? null;
  if (options.kind === 'client' && parent === null) return null;

  const { fail } = collector;
  const span = collector.begin(options, parent);
  return {
    span,
    end: (error) => {
      if (error) fail(span, error);
      span.end();
    },
  };
}
