/** Starts a server with two accounts, and stores the ids of created resources. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtProgram, root } from '../support/built-server.ts';
import { expectDocumented } from '../support/openapi-check.ts';
import { scratchFolder } from '../support/scratch.ts';
import { type ServerProcesses, startServer } from '../support/server-processes.ts';

export type Person = 'ann' | 'bo';

export interface ApiCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below /api/v1. */
  path: string;
  /** Anonymous by default. */
  as?: Person;
  json?: unknown;
  form?: FormData;
}

export interface ApiResponse {
  status: number;
  body: unknown;
}

export interface ConformanceContext {
  request(call: ApiCall): Promise<ApiResponse>;
  /** Returns the id of a created or found resource by name, or 0, which matches nothing. */
  id(name: string): number;
  saveId(name: string, id: unknown): void;
  log: string[];
  close(): Promise<void>;
}

const scope = 'read write account:read account:write';

export async function openContext(): Promise<ConformanceContext> {
  const folder = scratchFolder('conformance');
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const env = {
    ...inherited,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    RATE_LIMITS: 'off',
    TRENDING_INTERVAL: '1',
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  };
  const log: string[] = [];
  const processes = await startServer(root, env, log);
  const close = async () => {
    await processes.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const cli = async (...words: string[]) => {
      const ran = await promisify(execFile)(process.execPath, [builtProgram('cli'), ...words], { env });
      return ran.stdout.trim();
    };
    const ids = new Map<string, number>();
    const tokens = new Map<Person, string>();
    for (const name of ['ann', 'bo'] as const) {
      ids.set(name, JSON.parse(await cli('account', 'create', name, '--json')).id);
      tokens.set(name, await cli('token', 'create', '--account', name, '--scope', scope));
    }
    return {
      request: (call) => request(processes, call, tokens),
      id: (name) => ids.get(name) ?? 0,
      saveId: (name, id) => void ids.set(name, Number(id)),
      log,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rejects if the OpenAPI document does not allow the response. */
async function request(
  { port }: ServerProcesses,
  { method, path, as, json, form }: ApiCall,
  tokens: Map<Person, string>,
): Promise<ApiResponse> {
  const url = `http://127.0.0.1:${port}/api/v1${path}`;
  const response = await fetch(url, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${tokens.get(as)}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
  });
  await expectDocumented(method, url, response);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
