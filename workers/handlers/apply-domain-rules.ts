/** Applies the rules for all servers to their accounts. */
import { enforceAllDomainRules } from '../../src/domain/moderation/domain-rules.ts';
import type { Handlers } from '../handler.ts';

export const applyDomainRules: Handlers['apply-domain-rules'] = async () => {
  await enforceAllDomainRules();
  return 'done';
};
