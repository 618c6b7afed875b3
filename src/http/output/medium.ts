/** A picture as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { Medium } from '../../domain/eventables/eventable.ts';
import { id } from '../ids.ts';
import { pictureUrls } from './picture.ts';
import { timestamp } from './timestamp.ts';

export const mediumOutput = z
  .object({
    id,
    description: z.string().openapi({ description: 'Alt text' }),
    created_at: timestamp,
    original: z.url(),
    medium: z.url(),
    small: z.url(),
    content_type: z.string(),
    width: z.int().min(0),
    height: z.int().min(0),
    blurhash: z.string(),
  })
  .openapi('Medium');
export type MediumOutput = z.output<typeof mediumOutput>;

export function toMediumOutput(medium: Medium): MediumOutput {
  return {
    id: medium.id,
    description: medium.description,
    created_at: medium.createdAt.toISOString(),
    ...pictureUrls(medium.key),
    content_type: medium.contentType,
    width: medium.width,
    height: medium.height,
    blurhash: medium.blurhash ?? '',
  };
}
