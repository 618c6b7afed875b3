/** Collects metrics of this process in the Prometheus format. */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';

const registry = new Registry();

const requests = new Histogram({
  name: 'potluck_http_request_duration_seconds',
  help: 'Time until the HTTP response starts, by method, route and status class',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

const deliveryStates = ['delivered', 'pending', 'failed'] as const;
const deliveryResults = new Counter({
  name: 'potluck_delivery_results_total',
  help: 'Results of deliveries to inboxes of other servers; those that are pending are tried again',
  labelNames: ['state'] as const,
  registers: [registry],
});

const up = new Gauge({
  name: 'potluck_process_started_seconds',
  help: 'Start time of each process, in seconds since 1970',
  registers: [registry],
});

/** Starts collecting event loop, memory, processor and garbage collection metrics. Call it once. */
export function startMetrics(processName: 'web' | 'worker' | 'keeper'): void {
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  // A rate needs a value before the first delivery.
  for (const state of deliveryStates) deliveryResults.inc({ state }, 0);
  up.set(Math.round(Date.now() / 1_000 - process.uptime()));
}

/** `route` is a pattern, because clients choose paths and each would become a series of its own. */
export function countRequest(method: string, route: string, status: number, seconds: number): void {
  requests.observe({ method, route, status: `${Math.trunc(status / 100)}xx` }, seconds);
}

export const countDeliveryResult = (state: (typeof deliveryStates)[number]): void => deliveryResults.inc({ state });

export const readMetrics = (): Promise<MetricObject[]> =>
  registry.getMetricsAsJSON() as Promise<unknown[]> as Promise<MetricObject[]>;

/** Merges the metrics of several processes into one text. */
export function toText(processes: MetricObject[][]): Promise<string> {
  return AggregatorRegistry.aggregate(processes).metrics();
}
