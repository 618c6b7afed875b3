/**
 * Prometheus and promtool accept the alerts, and every metric in alerts and dashboard is one that the server exposes.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root } from '../support/built-server.ts';
import { createDatabase } from '../support/database.ts';
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';
import { hasProgram } from '../support/programs.ts';
import { freePort } from '../support/redis.ts';

const hasPromtool = hasProgram('promtool', 'the alerts are not checked');
const hasPrometheus = hasProgram('prometheus', 'the dashboard is not tried');
const file = (name: string) => join(root, 'docs/deploy', name);
const folder = mkdtempSync(join(inject('testServer').folder, 'monitoring-'));

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const { panels }: { panels: Panel[] } = JSON.parse(readFileSync(file('grafana-dashboard.json'), 'utf8'));
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

const network = openNetwork();
let server: Instance;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  const databaseUrl = await createDatabase(inject('testServer'), 'monitoring');
  server = await network.start({ name: 'watched', databaseUrl, env: { METRICS_PORT: String(metricsPort) } });
  expect((await server.api().get('/instance')).status).toBe(200);
});
afterAll(() => network.close());

const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

test('alerts and dashboard name metrics and queues that the server exposes', async () => {
  const text = await readMetrics();
  const exposed = new Set([...text.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name!));
  const alerts = [...readFileSync(file('alerts.yml'), 'utf8').matchAll(/expr:([\s\S]*?)\n {8}\w/g)].map(
    ([, expr]) => expr!,
  );
  expect([alerts.length, queries.length]).toEqual([10, 15]);
  const named = [...alerts, ...queries.map(({ expr }) => expr)].flatMap(
    (expr) => expr.match(/\b(?:potluck|process|nodejs)_[a-z0-9_]+/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !exposed.has(name))).toEqual([]);

  const states = [...new Set(text.match(/state="[a-z_]+"/g))];
  for (const [, state] of alerts.join().matchAll(/(state="[a-z_]+")/g)) expect(states).toContain(state);
});

test.runIf(hasPromtool)('each alert fires when it should, and not before', () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    return { status, text: stdout + stderr };
  };
  expect(promtool('check', 'rules', file('alerts.yml'))).toMatchObject({ status: 0 });
  const cases = readFileSync(join(import.meta.dirname, 'alerts.test.yml'), 'utf8');
  writeFileSync(join(folder, 'cases.yml'), cases.replace('RULES', file('alerts.yml')));
  expect(promtool('test', 'rules', join(folder, 'cases.yml'))).toMatchObject({ status: 0 });

  const tame = readFileSync(file('alerts.yml'), 'utf8').replace('> 600', '> 6000');
  writeFileSync(join(folder, 'tame.yml'), tame);
  writeFileSync(join(folder, 'failing.yml'), cases.replace('RULES', join(folder, 'tame.yml')));
  expect(promtool('test', 'rules', join(folder, 'failing.yml')).text).toContain('PotluckJobsLate');
});

test.runIf(hasPrometheus)('a Prometheus that scrapes the server answers every query of the dashboard', async () => {
  const port = await freePort();
  const settings = readFileSync(file('prometheus.yml'), 'utf8')
    .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)
    .replaceAll('15s', '1s');
  writeFileSync(join(folder, 'prometheus.yml'), settings);
  copyFileSync(file('alerts.yml'), join(folder, 'alerts.yml'));
  const prometheus = startPrometheus(port);
  try {
    const api = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => null))?.json() ?? null;
    const ask = async (expr: string) =>
      api(`query?query=${encodeURIComponent(expr.replaceAll('$__rate_interval', '15s'))}`);
    const quantile = queries.find(({ expr }) => expr.includes('histogram_quantile'))!;
    // Rates need two scrapes with requests between them.
    await expect
      .poll(
        async () => {
          await server.api().get('/instance');
          return (await ask(`${quantile.expr} > 0`))?.data.result.length;
        },
        { interval: 250 },
      )
      .toBe(1);
    for (const { title, expr } of queries) {
      const response = await ask(expr);
      expect({ title, status: response.status }).toEqual({ title, status: 'success' });
      expect({ title, found: response.data.result.length }).not.toEqual({ title, found: 0 });
    }
    const rules = await api('rules');
    const alerts: { name: string; health: string; state: string }[] = rules.data.groups[0].rules;
    expect(alerts).toHaveLength(10);
    expect(alerts.filter(({ health, state }) => health !== 'ok' || state !== 'inactive')).toEqual([]);
  } finally {
    const exit = once(prometheus, 'exit');
    prometheus.kill('SIGTERM');
    await exit;
  }
});

function startPrometheus(port: number): ChildProcess {
  const options = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  return spawn('prometheus', options, { stdio: 'ignore' });
}
