/** Lists the imitated peer software. */
import { gotosocial } from './gotosocial.ts';
import { hollo } from './hollo.ts';
import { lemmy, lemmyCommunity } from './lemmy.ts';
import { mastodon } from './mastodon.ts';
import { misskey } from './misskey.ts';
import { nodebb } from './nodebb.ts';
import { peertube, peertubeChannel } from './peertube.ts';
import { pixelfed } from './pixelfed.ts';
import { snac } from './snac.ts';
import { wordpress } from './wordpress.ts';

export const software = {
  mastodon,
  snac,
  hollo,
  gotosocial,
  wordpress,
  misskey,
  nodebb,
  pixelfed,
  lemmy,
  'lemmy-community': lemmyCommunity,
  peertube,
  'peertube-channel': peertubeChannel,
};
