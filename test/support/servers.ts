/** Whole servers for a test file, each with its own database. */
import { afterAll, beforeAll, beforeEach, inject, onTestFailed } from 'vitest';
import { createDatabase } from './database.ts';
import type { Instance, InstanceOptions } from './instance.ts';
import { type Network, openNetwork } from './network.ts';

type Servers<Name extends string> = Record<Name, Instance>;

/** The returned object is filled before the first test. `prefix` must be unique per file. */
export function useServers<Name extends string>(
  prefix: string,
  options: Record<Name, Partial<InstanceOptions>>,
): Servers<Name> {
  let network: Network | undefined;
  const servers = {} as Servers<Name>;

  beforeAll(async () => {
    const opened = openNetwork();
    network = opened;
    const start = async (name: Name) => {
      const databaseUrl = await createDatabase(inject('testServer'), `${prefix}_${name}`);
      servers[name] = await opened.start({ name, databaseUrl, ...options[name] });
    };
    await Promise.all((Object.keys(options) as Name[]).map(start));
  });
  afterAll(() => network?.close());

  beforeEach(() =>
    onTestFailed(() => {
      for (const { name, log } of Object.values<Instance>(servers))
        process.stdout.write(`--- ${name}\n${log.slice(-25).join('\n')}\n`);
    }),
  );
  return servers;
}
