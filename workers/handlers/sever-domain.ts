/** Removes all follows between local accounts and a blocked server. */
import { endDomainFollows } from '../../src/domain/moderation/domain-blocks.ts';
import type { Handlers } from '../handler.ts';

export const severDomain: Handlers['sever-domain'] = ({ host }) => endDomainFollows(host);
