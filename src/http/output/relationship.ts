/** How the caller stands to another account, as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { Relationship } from '../../domain/relationships.ts';
import { id } from '../ids.ts';
import { shape } from '../shape.ts';

export const relationshipOutput = shape(
  'relationship',
  z.object({
    id,
    following: z.boolean(),
    followed: z.boolean(),
    following_requested: z.boolean(),
    follower_requested: z.boolean(),
    blocking: z.boolean(),
  }),
  {
    ...{ id: 4, following: true, followed: false, following_requested: false },
    ...{ follower_requested: false, blocking: false },
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
  };
}
