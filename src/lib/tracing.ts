/** Traces of what is done, for an operator who gathers them: a request, the jobs that follow from it, and what these ask of the database and of others. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span } from '@opentelemetry/api';
import { config } from './config.ts';
import type { Collector, Doing } from './tracing/doing.ts';

/** Adds what became known. */
type Note = (attributes: Attributes) => void;

let collector: Collector | undefined;
const underWay = new AsyncLocalStorage<Span>();

/** Without an endpoint nothing is loaded and nothing is noted. Call it before the database is connected. */
export async function startTracing(processName: string, endpoint = config.otlpEndpoint): Promise<void> {
  if (endpoint === undefined) return;
  const { openCollector } = await import('./tracing/collector.ts');
  collector = openCollector(endpoint, processName);
}

export async function stopTracing(): Promise<void> {
  const closing = collector;
  collector = undefined;
  await closing?.close();
}

export const isTracing = (): boolean => collector !== undefined;

/** What is under way, as W3C Trace Context writes it; null when nothing is traced. */
export function traceparent(): string | null {
  const span = underWay.getStore();
  if (!collector || !span) return null;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

export async function traced<T>(doing: Doing, work: (note: Note) => Promise<T>): Promise<T> {
  const begun = begin(doing);
  if (!begun) return work(() => {});
  try {
    const result = await underWay.run(begun.span, () =>
      work((attributes) => begun.span.setAttributes(attributes)),
    );
    begun.end();
    return result;
  } catch (error) {
    begun.end(error);
    throw error;
  }
}

/** Null when it is not traced: a question that belongs to nothing, as when the relay looks for jobs each second, is no trace. */
export function begin(doing: Doing): { span: Span; end(error?: unknown): void } | null {
  if (!collector) return null;
  const parent = doing.after ?? underWay.getStore() ?? null;
  if (doing.kind === 'client' && parent === null) return null;

  const { fail } = collector;
  const span = collector.begin(doing, parent);
  return {
    span,
    end: (error) => {
      if (error) fail(span, error);
      span.end();
    },
  };
}
