/** Reads docker-compose.yml as Docker Compose does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../support/built-server.ts';

export interface Service {
  image: string;
  environment: Record<string, string>;
  command?: string[];
  volumes: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  ports?: string[];
  configs?: { source: string; target: string }[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
}

export const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<'web' | 'worker' | 'postgres' | 'redis', Service>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content: string }>;
};

/** Expands `${NAME:-default}` and `${NAME:?reason}` like Docker Compose. */
export const expand = (environment: Record<string, string>, given: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, key, kind, rest) => {
        if (given[key]) return given[key];
        if (kind !== '-') throw new Error(rest);
        return rest;
      }),
    ]),
  );
