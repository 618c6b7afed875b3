/** Applies the rule for a server to its accounts, follows and pictures. */
import { enforceDomainRules } from '../../src/domain/moderation/domain-rules.ts';
import type { Handlers } from '../handler.ts';

export const severDomain: Handlers['sever-domain'] = ({ host }) => enforceDomainRules(host);
