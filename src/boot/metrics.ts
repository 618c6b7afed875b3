/** Serves the metrics of all processes on a separate port, which must not be public. */
import { createServer } from 'node:http';
import { readSharedMetrics } from '../http/monitoring.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';
import { readMetrics, startMetrics, toText } from '../lib/metrics.ts';
import type { Workers } from './workers.ts';

/** Does nothing without METRICS_PORT. */
export async function serveMetrics(workers: () => Workers | undefined): Promise<void> {
  if (config.metricsPort === undefined) return;
  startMetrics(config.role === 'worker' ? 'keeper' : 'web');

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    read(workers()).then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      (error: Error) => {
        log.warn({ error: error.message }, 'the metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.metricsPort, config.bindHost, () => resolve());
  });
  server.on('error', (error) => log.error({ error: error.message }, 'the server of metrics has a problem'));
  server.unref();
}

async function read(workers: Workers | undefined): Promise<string> {
  const [own, worker, shared] = await Promise.all([
    readMetrics(),
    workers?.readMetrics(),
    // Process metrics are served even if the database is unavailable.
    readSharedMetrics().catch(() => ''),
  ]);
  return `${await toText(worker ? [own, worker] : [own])}\n${shared}`;
}
