/** Lists, blocks and unblocks servers for the caller. */
import { z } from '@hono/zod-openapi';
import {
  blockDomain,
  listDomainBlocks,
  maxDomainBlocks,
  unblockDomain,
} from '../../domain/interactions/block-domain.ts';
import { domainInput } from '../../http/input/mute.ts';
import { type Route, route } from '../../http/route.ts';
import { domainBlockOutput } from '../output/mute.ts';

export const accountDomainBlocks: Route[] = [
  route({
    method: 'get',
    path: '/domain_blocks',
    summary: `List the servers that the caller blocks, in alphabetical order. At most ${maxDomainBlocks}.`,
    scope: 'account:read',
    rule: 'the account that blocks',
    status: 200,
    response: z.array(domainBlockOutput),
    handler: async ({ caller }) => (await listDomainBlocks(caller.accountId)).map((host) => ({ host })),
  }),
  route({
    method: 'post',
    path: '/domain_blocks',
    summary: 'Block a server for the caller',
    details:
      'Items and notifications of its accounts vanish for the caller. Follows in both directions end. Subdomains are not included. Repeating the request has no effect.',
    scope: 'account:write',
    rule: 'any account',
    body: domainInput,
    status: 204,
    response: null,
    errors: ['validation_failed'],
    handler: ({ caller, body }) => blockDomain(caller.accountId, body.host),
  }),
  route({
    method: 'delete',
    path: '/domain_blocks',
    summary: 'Unblock a server. No effect if it is not blocked.',
    details: 'Follows are not restored.',
    scope: 'account:write',
    rule: 'the account that blocks',
    body: domainInput,
    status: 204,
    response: null,
    errors: ['validation_failed'],
    handler: ({ caller, body }) => unblockDomain(caller.accountId, body.host),
  }),
];
