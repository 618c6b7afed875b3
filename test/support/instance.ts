/** A real server: its own processes and data folder behind a TLS proxy. It can be killed and restarted. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findEmbedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { builtProgram, root, testProgram } from './built-server.ts';
import type { issueCertificates } from './certificates.ts';
import type { HeldPort } from './held-port.ts';
import { copyPreparedCluster } from './prepared-cluster.ts';
import { type ServerProcesses, startServer } from './server-processes.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';

export interface InstanceOptions {
  name: string;
  /** A loopback address, 127.0.0.1 by default. Domain blocks ignore ports, so servers need their own. */
  address?: string;
  /** Without one, the server starts its embedded PostgreSQL. */
  databaseUrl?: string;
  redisUrl?: string;
  env?: Record<string, string>;
  /** A command to put before that of the server. */
  enter?: string[];
  /** The server creates its embedded PostgreSQL by itself, instead of starting with a copy of a prepared one. */
  isFirstStart?: boolean;
}

export interface NetworkSettings {
  folder: string;
  certificate: ReturnType<typeof issueCertificates>;
  caFile: string;
}

export interface Instance {
  name: string;
  origin: string;
  host: string;
  dataDir: string;
  /** The running processes. */
  processes: ServerProcesses;
  proxy: TlsProxy;
  /** The given one, or that of the embedded PostgreSQL. Rejects while that is not ready. */
  databaseUrl(): Promise<string>;
  cli(...words: string[]): Promise<string>;
  /** Starts a command where `prefix` leads, such as that of a process view. */
  spawnCli(prefix: string[], words: string[], env?: Record<string, string>): ChildProcess;
  api(token?: string): ApiClient;
  /** Creates an account and a token with every scope. */
  join(name: string): Promise<ApiClient & { password: string }>;
  /** Creates accounts with tokens of every scope, faster than `join`. They cannot log in. */
  createMembers(names: readonly string[]): Promise<{ name: string; id: number; token: string }[]>;
  /**
   * Starts one more process on the same database and data folder, by default from this checkout and on its own port.
   */
  add(
    role: 'web' | 'worker' | 'all',
    env?: Record<string, string>,
    options?: { checkout?: string; held?: HeldPort },
  ): Promise<ServerProcesses>;
  /** Restarts the processes. Returns the milliseconds it took. */
  restart(): Promise<number>;
  /** All output of its processes. */
  log: string[];
  close(): Promise<void>;
}

export async function startInstance(
  { folder, certificate, caFile }: NetworkSettings,
  { name, address = '127.0.0.1', databaseUrl, redisUrl, env = {}, enter, isFirstStart }: InstanceOptions,
  onCreated: (instance: Instance) => void,
): Promise<Instance> {
  const proxy = await startTlsProxy(certificate, address);
  const origin = `https://${address}:${proxy.port}`;
  const dataDir = env.DATA_DIR ?? join(folder, name);
  const environment = {
    ...pick('PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'),
    BASE_URL: origin,
    PORT: '0',
    DATA_DIR: dataDir,
    PRIVATE_NETWORKS: '127.0.0.0/8',
    RATE_LIMITS: 'off',
    NODE_EXTRA_CA_CERTS: caFile,
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...env,
  };
  if (!databaseUrl && !isFirstStart) await copyPreparedCluster(dataDir);
  const log: string[] = [];
  const start = async () => {
    const processes = await startServer(root, environment, log, { enter });
    proxy.target = processes.port;
    return processes;
  };

  const instance: Instance = {
    name,
    origin,
    host: new URL(origin).host,
    dataDir,
    proxy,
    log,
    processes: await start().catch((error) => {
      proxy.stop();
      throw error;
    }),
    databaseUrl: async () => {
      const url = databaseUrl ?? (await findEmbedded(instance.dataDir));
      if (!url) throw new Error(`the PostgreSQL of ${name} is not ready`);
      return url;
    },
    cli: async (...words) => {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [builtProgram('cli'), ...words], {
        env: environment,
        maxBuffer: 2 ** 26,
      });
      return stdout.trim();
    },
    spawnCli: (prefix, words, changes) => {
      const [program, ...args] = [...prefix, process.execPath, builtProgram('cli'), ...words];
      return spawn(program!, args, {
        env: { ...environment, ...changes },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    },
    api: (token) => createApiClient(origin, certificate.ca, token),
    join: async (person) => {
      const password = 'flour, water, salt';
      const [member] = await instance.createMembers([`${person}:${password}`]);
      return { ...instance.api(member!.token), password };
    },
    createMembers: async (names) => {
      const args = [testProgram('create-members'), await instance.databaseUrl(), ...names];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
      return JSON.parse(stdout);
    },
    add: (role, changes, { checkout = root, held } = {}) =>
      startServer(checkout, { ...environment, ...changes, ROLE: role }, log, { held }),
    restart: async () => {
      const began = performance.now();
      instance.processes = await start();
      return performance.now() - began;
    },
    close: async () => {
      await instance.processes.stop();
      proxy.stop();
      // A killed server leaves its PostgreSQL running for the next start, which never comes.
      const { dataDir: last } = instance;
      if (existsSync(last) && (await findEmbedded(last))) await (await startEmbedded(last)).stop();
    },
  };
  onCreated(instance);
  return instance;
}

function pick(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
