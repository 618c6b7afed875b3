/** Ends all follows between members and a server that was blocked. */
import { sever } from '../../src/domain/domain-blocks.ts';
import type { Handlers } from '../handler.ts';

export const severDomain: Handlers['sever-domain'] = ({ host }) => sever(host);
