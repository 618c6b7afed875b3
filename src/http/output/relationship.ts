/** How the caller stands to another account, as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { Relationship } from '../../domain/relationships.ts';
import { id } from '../ids.ts';

export const relationshipOutput = z
  .object({
    id,
    following: z.boolean(),
    followed: z.boolean(),
    following_requested: z.boolean(),
    follower_requested: z.boolean(),
    blocking: z.boolean(),
  })
  .openapi('Relationship');

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
