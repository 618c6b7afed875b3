/** Sends traces to where an operator gathers them, as OpenTelemetry has it: OTLP over HTTP. */
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { version } from '../version.ts';
import type { Collector } from './doing.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
/** Of one sending, in ms: a collector that is away must not hold up our end. */
const patience = 2_000;

/** The provider is ours alone: libraries that look for one of everybody's would tell it more than we mean to. */
export function openCollector(endpoint: string, processName: string): Collector {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'potluck',
      'service.version': version,
      'process.title': processName,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: patience }))],
  });
  const tracer = provider.getTracer('potluck');

  return {
    begin: ({ name, kind, attributes = {} }, parent) =>
      tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ? contextOf(parent) : ROOT_CONTEXT),
    fail: (span, error) => {
      // Never the message, in which there may be anything.
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
    ...{ traceId, spanId, isRemote: true },
    traceFlags: TraceFlags.SAMPLED,
  });
}
