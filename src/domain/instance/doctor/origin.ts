/** Checks that BASE_URL lets other servers reach this one. */

import { config } from '../../../lib/config.ts';
import { t } from '../../../lib/language/text.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export function checkOrigin(): CheckResult {
  const { baseUrl } = config;
  if (baseUrl.startsWith('https://'))
    return ok('origin', t('doctor-checks.origin-good', { origin: baseUrl }));
  if (!config.federates) {
    return ok('origin', t('doctor-checks.origin-off', { origin: baseUrl }));
  }
  if (config.privateNetworks.length > 0) {
    return ok(
      'origin',
      t('doctor-checks.origin-private', { origin: baseUrl, networks: config.privateNetworks.join(', ') }),
    );
  }
  return problem(
    'origin',
    t('doctor-checks.origin-not-https', { origin: baseUrl }),
    t('doctor-checks.origin-not-https-remedy'),
  );
}
