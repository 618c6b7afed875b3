/** Checks that BASE_URL lets other servers reach this one. */

import { config } from '../../../lib/config.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export function checkOrigin(): CheckResult {
  const { baseUrl } = config;
  if (baseUrl.startsWith('https://'))
    return ok('origin', toMessage('doctor-checks.origin-good', { origin: baseUrl }));
  if (!config.federates) {
    return ok('origin', toMessage('doctor-checks.origin-off', { origin: baseUrl }));
  }
  if (config.privateNetworks.length > 0) {
    return ok(
      'origin',
      toMessage('doctor-checks.origin-private', {
        origin: baseUrl,
        networks: config.privateNetworks.join(', '),
      }),
    );
  }
  return problem(
    'origin',
    toMessage('doctor-checks.origin-not-https', { origin: baseUrl }),
    toMessage('doctor-checks.origin-not-https-remedy'),
  );
}
