/** Serialises accounts. */
import { z } from '@hono/zod-openapi';
import type { AccountCard } from '../../domain/accounts/account.ts';
import { id } from '../../http/ids.ts';
import { pictureUrls } from '../../http/media-url.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { config } from '../../lib/config.ts';

export const accountOutput = namedSchema(
  'account_output',
  z.object({
    id,
    username: z.string().openapi({ description: 'The handle without its host' }),
    name: z.string(),
    summary: z.string(),
    summary_html: z.string(),
    instance: z
      .string()
      .openapi({ description: 'Host of the account’s server, with its port unless that is the default' }),
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
    like_id: z.int().min(0).openapi({ description: 'Id of the like in a list of likes, otherwise 0' }),
  }),
  {
    ...{ id: 3, username: 'ann', name: 'Ann', instance: 'cook.example' },
    summary: 'Sourdough, *slowly*.',
    summary_html: '<p>Sourdough, <em>slowly</em>.</p>',
    url: 'https://cook.example/@ann',
    uri: 'https://cook.example/users/3',
    avatar: {
      original: 'https://cook.example/media/b8xq2tYw/original',
      medium: 'https://cook.example/media/b8xq2tYw/medium',
      small: 'https://cook.example/media/b8xq2tYw/small',
      description: 'Ann, floury to the elbows',
      blurhash: 'LKO2?U%2Tw=w]~RBVZRi};RPxuwH',
    },
    ...{ state: 'loaded', following_count: 12, followers_count: 48, like_id: 0 },
  },
);
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

const defaultAvatarUrl = (size: number) => `${config.baseUrl}/assets/avatar-${size}.png`;
const defaultAvatar = {
  original: defaultAvatarUrl(400),
  medium: defaultAvatarUrl(200),
  small: defaultAvatarUrl(80),
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
