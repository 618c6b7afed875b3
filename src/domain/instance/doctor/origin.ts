/** Checks that BASE_URL lets other servers reach this one. */
import { config } from '../../../lib/config.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export function checkOrigin(): CheckResult {
  const { baseUrl } = config;
  if (baseUrl.startsWith('https://'))
    return ok('origin', `${baseUrl}: other servers can federate with this one`);
  if (!config.federates) {
    return ok('origin', `${baseUrl}: federation is off; set BASE_URL to turn it on`);
  }
  if (config.privateNetworks.length > 0) {
    return ok(
      'origin',
      `${baseUrl}: federates only with servers in ${config.privateNetworks.join(', ')}, for tests`,
    );
  }
  return problem(
    'origin',
    `${baseUrl} is not https, so other servers will not federate with it`,
    'put a proxy with a certificate in front and set BASE_URL to its https:// origin',
  );
}
