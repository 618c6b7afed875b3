/** Whether other servers can reach us under our name. */
import { config } from '../../lib/config.ts';
import { type Finding, ok, problem } from './finding.ts';

export function checkOrigin(): Finding {
  const { baseUrl } = config;
  if (baseUrl.startsWith('https://'))
    return ok('origin', `${baseUrl}: other servers can speak with this one`);
  if (!config.federates) {
    return ok('origin', `${baseUrl}: nothing goes to or comes from other servers; set BASE_URL to publish`);
  }
  if (config.privateNetworks.length > 0) {
    return ok(
      'origin',
      `${baseUrl}: speaks with servers in ${config.privateNetworks.join(', ')} only, for tests`,
    );
  }
  return problem(
    'origin',
    `${baseUrl} is not https, and other servers will not speak with it`,
    'put a proxy with a certificate in front and set BASE_URL to its https:// origin',
  );
}
