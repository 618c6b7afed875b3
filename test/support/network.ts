/** Several real servers that reach each other over HTTPS, with certificates of a private authority. */
import { hash, X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueCertificates } from './certificates.ts';
import { type Instance, type InstanceOptions, startInstance } from './instance.ts';
import { scratchFolder } from './scratch.ts';

export interface Network {
  /** Certificate of the authority. */
  caFile: string;
  /** An argument with which Chromium accepts the certificates, and caches what it gets, as it does with valid ones. */
  chromiumTrust: string;
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

  const key = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' });
  return {
    caFile,
    chromiumTrust: `--ignore-certificate-errors-spki-list=${hash('sha256', key, 'base64')}`,
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
