/** Several real servers that reach each other over HTTPS, with certificates of a private authority. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueCertificates } from './certificates.ts';
import { type Instance, type InstanceOptions, startInstance } from './instance.ts';
import { scratchFolder } from './scratch.ts';

export interface Network {
  /** Certificate of the authority. */
  caFile: string;
  /** Starts a server and waits until it is ready. */
  start(options: InstanceOptions): Promise<Instance>;
  /** Stops all servers and removes their files. */
  close(): Promise<void>;
}

export function openNetwork(): Network {
  const folder = scratchFolder('network');
  const certificate = issueCertificates(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, certificate.ca);
  const instances: Instance[] = [];

  return {
    caFile,
    start: async (options) => {
      const instance = await startInstance({ folder, certificate, caFile }, options, (made) => instances.push(made));
      return instance;
    },
    close: async () => {
      await Promise.all(instances.map((instance) => instance.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
