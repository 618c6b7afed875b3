/** What this process counts of itself, in the form Prometheus reads. */
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';

const registry = new Registry();

const requests = new Histogram({
  name: 'potluck_http_request_duration_seconds',
  help: 'HTTP requests until their answer began, by method, route and class of status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

const up = new Gauge({
  name: 'potluck_process_started_seconds',
  help: 'When each process of this server started, in seconds since 1970',
  registers: [registry],
});

/** Event loop, memory, processor and collection of garbage are watched from now on. Call it once. */
export function startMetrics(processName: 'web' | 'worker' | 'keeper'): void {
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  up.set(Math.round(Date.now() / 1_000 - process.uptime()));
}

/** `route` is a pattern: strangers choose paths, and each would be counted by itself. */
export function countRequest(method: string, route: string, status: number, seconds: number): void {
  requests.observe({ method, route, status: `${Math.trunc(status / 100)}xx` }, seconds);
}

export const readMetrics = (): Promise<MetricObject[]> =>
  registry.getMetricsAsJSON() as Promise<unknown[]> as Promise<MetricObject[]>;

/** Of several processes, as one text. */
export function toText(processes: MetricObject[][]): Promise<string> {
  return AggregatorRegistry.aggregate(processes).metrics();
}
