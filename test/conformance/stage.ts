/** A server of its own with two people on it, and what the walk has made so far. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { holdAnswer } from '../support/documented.ts';
import { type House, startHouse } from '../support/house.ts';
import { scratchFolder } from '../support/scratch.ts';

export type Person = 'ann' | 'bo';

export interface Asked {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1. */
  path: string;
  /** Nobody, if left out. */
  as?: Person;
  json?: unknown;
  form?: FormData;
}

export interface Answer {
  status: number;
  body: unknown;
}

export interface Stage {
  ask(asked: Asked): Promise<Answer>;
  /** What was made or found, by a name of the walk's own; 0 while it was not, which nothing has. */
  id(name: string): number;
  keep(name: string, id: unknown): void;
  log: string[];
  close(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');
const scope = 'read write account:read account:write';

export async function openStage(): Promise<Stage> {
  const folder = scratchFolder('conformance');
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  );
  const env = {
    ...inherited,
    ...{ PORT: '0', DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off', TRENDING_INTERVAL: '1' },
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  };
  const log: string[] = [];
  const house = await startHouse(root, env, log);
  const close = async () => {
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const cli = async (...words: string[]) => {
      const ran = await promisify(execFile)(process.execPath, [join(root, 'src/cli.ts'), ...words], { env });
      return ran.stdout.trim();
    };
    const ids = new Map<string, number>();
    const tokens = new Map<Person, string>();
    for (const name of ['ann', 'bo'] as const) {
      ids.set(name, JSON.parse(await cli('account', 'create', name, '--json')).id);
      tokens.set(name, await cli('token', 'create', '--account', name, '--scope', scope));
    }
    return {
      ask: (asked) => ask(house, asked, tokens),
      id: (name) => ids.get(name) ?? 0,
      keep: (name, id) => void ids.set(name, Number(id)),
      log,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rejects with what the OpenAPI document does not allow. */
async function ask(
  { port }: House,
  { method, path, as, json, form }: Asked,
  tokens: Map<Person, string>,
): Promise<Answer> {
  const url = `http://127.0.0.1:${port}/api/v1${path}`;
  const response = await fetch(url, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${tokens.get(as)}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
  });
  await holdAnswer(method, url, response);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
