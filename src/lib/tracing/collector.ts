/** Exports traces to an OpenTelemetry collector over OTLP/HTTP. */
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { version } from '../paths.ts';

// Types of spans

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

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
/** Short, because an unavailable collector must not delay a shutdown. */
const exportTimeoutMs = 2_000;

/** The provider is not registered globally, because libraries would then export more than intended. */
export function openCollector(endpoint: string, processName: string): Collector {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'potluck',
      'service.version': version,
      'process.title': processName,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs }))],
  });
  const tracer = provider.getTracer('potluck');

  return {
    begin: ({ name, kind, attributes = {} }, parent) =>
      tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ? contextOf(parent) : ROOT_CONTEXT),
    fail: (span, error) => {
      // Never the message, which may contain secrets.
      const { name, code } = error as { name?: string; code?: unknown };
      span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'));
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    close: () => provider.shutdown().catch(() => {}),
  };
}

function contextOf(parent: Span | string) {
  if (typeof parent !== 'string') return trace.setSpan(ROOT_CONTEXT, parent);
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(parent) ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    isRemote: true,
    traceFlags: TraceFlags.SAMPLED,
  });
}
