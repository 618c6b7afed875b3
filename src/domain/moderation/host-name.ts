/** Reads the names of other servers. */
import { config } from '../../lib/config.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

/** Throws validation_failed on `host`, also for this server and the domains above it. */
export function parseRemoteHost(name: string): string {
  const host = parseHost(name);
  const local = new URL(config.baseUrl).hostname;
  if (local === host || local.endsWith(`.${host}`))
    throw invalid('host', t('errors.would-block-this-server', { name }));
  return host;
}

/** Normalises a host as URLs do: lower case, Punycode, no port. Throws validation_failed on `host`. */
export function parseHost(name: string): string {
  const url = /^[^\s/@?#*]{1,255}$/.test(name) ? URL.parse(`https://${name}/`) : null;
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  if (host === '') throw invalid('host', t('errors.not-a-server-name-to-block', { name }));
  return host;
}
