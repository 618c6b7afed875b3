/** Metrics for monitoring. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { useDatabase } from '../support/database-connection.ts';
import { expectDocumented } from '../support/openapi-check.ts';
import { startServer } from '../support/server-processes.ts';

useDatabase();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test('web and worker export metrics of requests, jobs, deliveries, circuits and the process', async () => {
  const due = new Date(Date.now() + 3_600_000);
  const hosts = [
    { host: 'well.example', failures: 0 },
    { host: 'gone.example', failures: 9, openUntil: due },
    { host: 'asked.example', failures: 6, openUntil: new Date(Date.now() - 1_000) },
  ];
  await prisma().host.createMany({ data: hosts });
  const ended = (['delivered', 'failed'] as const).map((state) => ({ state, inbox: `https://well.example/${state}` }));
  await prisma().delivery.createMany({ data: ended.map((each) => ({ ...each, activityId: 1, host: 'well.example' })) });
  await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: 1 }, { dueAt: due }));

  const port = await freePort();
  const env = {
    ...process.env,
    PORT: '0',
    METRICS_PORT: String(port),
    BASE_URL: 'http://localhost:3000',
    LOG_LEVEL: 'info',
  };
  const processes = await startServer(resolve(import.meta.dirname, '../..'), env as Record<string, string>, []);
  try {
    const web = `http://127.0.0.1:${processes.port}`;
    const paths = [
      '/api/v1/recipes/1',
      '/api/v1/recipes/2',
      '/api/v1/instance',
      '/users/7',
      '/users/8/inbox',
      '/@who',
      '/no/such',
    ];
    for (const path of paths) {
      const answer = await fetch(web + path);
      await expectDocumented('GET', answer.url, answer);
      await answer.text();
    }
    expect((await fetch(`${web}/metrics`)).status).toBe(404);

    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const lines = (await response.text()).split('\n');
    const read = (name: string, ...labels: string[]) => {
      const line = lines.find((one) => one.startsWith(`${name}{`) && labels.every((label) => one.includes(label)));
      return line && Number(line.split(' ').at(-1));
    };
    const requests = 'potluck_http_request_duration_seconds_count';
    expect(read(requests, 'route="/api/v1/recipes/:id"', 'method="GET"', 'status="4xx"', 'process="web"')).toBe(2);
    expect(read(requests, 'route="/api/v1/instance"', 'status="2xx"')).toBe(1);
    expect(lines.filter((line) => line.startsWith(requests) && /\d\/inbox|\/users\/\d|@who|such/.test(line))).toEqual(
      [],
    );
    expect(read(requests, 'route="other"')).toBe(2);

    expect(read('potluck_jobs', 'queue="fetch"', 'state="scheduled"')).toBe(1);
    expect(read('potluck_oldest_due_job_seconds', 'queue="delivery"')).toBe(0);
    const deliveries = ['pending', 'failed', 'delivered'].map((state) =>
      read('potluck_deliveries', `state="${state}"`),
    );
    expect(deliveries).toEqual([0, 1, undefined]);
    expect(read('potluck_delivery_results_total', 'state="delivered"', 'process="worker"')).toBe(0);
    const circuits = ['closed', 'half_open', 'open'].map((state) => read('potluck_circuits', `state="${state}"`));
    expect(circuits).toEqual([1, 1, 1]);
    for (const name of ['web', 'worker']) {
      expect(read('nodejs_eventloop_lag_p99_seconds', `process="${name}"`)).toBeGreaterThan(0);
      expect(read('potluck_process_started_seconds', `process="${name}"`)).toBeGreaterThan(1.7e9);
    }
    const named = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
    expect(named).toEqual([...new Set(named)]);
  } finally {
    await processes.stop();
  }
});
