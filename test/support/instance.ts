/** A real server: its own processes and data folder, behind a proxy that speaks TLS; it can be killed and started again. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findEmbedded, startEmbedded } from '../../src/db/embedded.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { issueCertificates } from './certificates.ts';
import { type House, startHouse } from './house.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';

export interface InstanceOptions {
  name: string;
  /** Of loopback, 127.0.0.1 when absent: a domain block does not look at ports. */
  address?: string;
  /** Without one, it brings its own PostgreSQL. */
  databaseUrl?: string;
  redisUrl?: string;
  env?: Record<string, string>;
}

export interface Surroundings {
  folder: string;
  certificate: ReturnType<typeof issueCertificates>;
  caFile: string;
}

export interface Instance {
  name: string;
  origin: string;
  host: string;
  dataDir: string;
  /** The processes now running. */
  house: House;
  proxy: TlsProxy;
  cli(...words: string[]): Promise<string>;
  api(token?: string): ApiClient;
  /** A new account and a token of every scope for it. */
  join(name: string): Promise<ApiClient>;
  /** Starts one more process on the same database and data folder. */
  add(role: 'web' | 'worker'): Promise<House>;
  /** Starts the processes again; answers how long it took, in ms. */
  restart(): Promise<number>;
  /** Everything that all its processes have printed. */
  log: string[];
  close(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');

export async function startInstance(
  { folder, certificate, caFile }: Surroundings,
  { name, address = '127.0.0.1', databaseUrl, redisUrl, env = {} }: InstanceOptions,
  made: (instance: Instance) => void,
): Promise<Instance> {
  const proxy = await startTlsProxy(certificate, address);
  const origin = `https://${address}:${proxy.port}`;
  const dataDir = join(folder, name);
  const environment = {
    ...pick('PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'),
    ...{
      BASE_URL: origin,
      PORT: '0',
      DATA_DIR: dataDir,
      PRIVATE_NETWORKS: '127.0.0.0/8',
      RATE_LIMITS: 'off',
    },
    ...{ NODE_EXTRA_CA_CERTS: caFile, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...env,
  };
  const log: string[] = [];
  const start = async () => {
    const house = await startHouse(root, environment, log);
    proxy.target = house.port;
    return house;
  };

  const instance: Instance = {
    ...{ name, origin, host: new URL(origin).host, dataDir, proxy, log },
    house: await start().catch((error) => {
      proxy.stop();
      throw error;
    }),
    cli: async (...words) => {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [join(root, 'src/cli.ts'), ...words], {
        env: environment,
        maxBuffer: 2 ** 26,
      });
      return stdout.trim();
    },
    api: (token) => createApiClient(origin, certificate.ca, token),
    join: async (person) => {
      await instance.cli('account', 'create', person);
      const scope = 'read write account:read account:write';
      return instance.api(await instance.cli('token', 'create', '--account', person, '--scope', scope));
    },
    add: (role) => startHouse(root, { ...environment, ROLE: role }, log),
    restart: async () => {
      const began = performance.now();
      instance.house = await start();
      return performance.now() - began;
    },
    close: async () => {
      await instance.house.stop();
      proxy.stop();
      // A server that was killed leaves its PostgreSQL behind for the next start, which never comes.
      if (existsSync(dataDir) && (await findEmbedded(dataDir))) await (await startEmbedded(dataDir)).stop();
    },
  };
  made(instance);
  return instance;
}

function pick(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
