/** Serialises the relationship between the caller and another account. */
import { z } from '@hono/zod-openapi';
import type { Relationship } from '../../domain/interactions/relationships.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';

export const relationshipOutput = namedSchema(
  'relationship',
  z.object({
    id,
    following: z.boolean(),
    followed: z.boolean(),
    following_requested: z.boolean(),
    follower_requested: z.boolean(),
    blocking: z.boolean(),
    muting: z.boolean(),
    muting_notifications: z.boolean(),
    hiding_boosts: z
      .boolean()
      .openapi({ description: 'Boosts by the account stay out of the home timeline' }),
    domain_blocking: z.boolean().openapi({ description: 'The caller blocks the account’s server' }),
  }),
  {
    ...{ id: 4, following: true, followed: false, following_requested: false },
    ...{ follower_requested: false, blocking: false, muting: false, muting_notifications: false },
    ...{ hiding_boosts: false, domain_blocking: false },
  },
);

export function toRelationshipOutput(relationship: Relationship): z.output<typeof relationshipOutput> {
  return {
    id: relationship.id,
    following: relationship.following,
    followed: relationship.followed,
    following_requested: relationship.followingRequested,
    follower_requested: relationship.followerRequested,
    blocking: relationship.blocking,
    muting: relationship.muting,
    muting_notifications: relationship.mutingNotifications,
    hiding_boosts: relationship.hidingBoosts,
    domain_blocking: relationship.domainBlocking,
  };
}
