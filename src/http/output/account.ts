/** An account as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { AccountCard } from '../../domain/accounts/account.ts';
import { config } from '../../lib/config.ts';
import { id } from '../ids.ts';
import { pictureUrls } from './picture.ts';

export const accountOutput = z
  .object({
    id,
    username: z.string().openapi({ description: 'The handle without its host' }),
    name: z.string(),
    summary: z.string(),
    summary_html: z.string(),
    instance: z
      .string()
      .openapi({ description: 'Host of the account’s server, with a port that is not the default' }),
    url: z.string(),
    uri: z.string(),
    avatar: z.object({
      original: z.url(),
      medium: z.url(),
      small: z.url(),
      description: z.string().nullable(),
      blurhash: z.string().nullable(),
    }),
    state: z.enum(['unknown', 'loading', 'loaded']),
    following_count: z.int().min(0),
    followers_count: z.int().min(0),
    like_id: z.int().min(0).openapi({ description: 'In a list of likers the id of the like; else 0' }),
  })
  .openapi('Account');
export type AccountOutput = z.output<typeof accountOutput>;

export function toAccountOutput(account: AccountCard, likeId = 0): AccountOutput {
  return {
    id: account.id,
    username: account.username,
    name: account.name || account.username,
    summary: account.summary,
    summary_html: account.summaryHtml,
    instance: account.host || config.host,
    url: account.url ?? account.iri ?? '',
    uri: account.iri ?? '',
    avatar: toAvatar(account),
    state: account.state,
    following_count: account.followingCount,
    followers_count: account.followersCount,
    like_id: likeId,
  };
}

const nobody = (size: number) => `${config.baseUrl}/assets/avatar-${size}.png`;
const defaultAvatar = {
  original: nobody(400),
  medium: nobody(200),
  small: nobody(80),
  description: null,
  blurhash: null,
};

function toAvatar(account: AccountCard): AccountOutput['avatar'] {
  if (!account.avatarKey) return defaultAvatar;
  return {
    ...pictureUrls(account.avatarKey),
    description: account.avatarDescription,
    blurhash: account.avatarBlurhash,
  };
}
