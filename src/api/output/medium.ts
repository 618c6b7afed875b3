/** Serialises pictures. */
import { z } from '@hono/zod-openapi';
import type { Medium } from '../../domain/items/eventable.ts';
import { id } from '../../http/ids.ts';
import { pictureUrls } from '../../http/media-url.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { timestamp } from './timestamp.ts';

export const mediumOutput = namedSchema(
  'medium_output',
  z.object({
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
  }),
  {
    id: 31,
    description: 'Dough, doubled in its bowl',
    created_at: '2026-05-02T17:40:00.000Z',
    original: 'https://cook.example/media/Zk3v9QpL/original',
    medium: 'https://cook.example/media/Zk3v9QpL/medium',
    small: 'https://cook.example/media/Zk3v9QpL/small',
    ...{ content_type: 'image/webp', width: 1600, height: 1200, blurhash: 'LGF5]+Yk^6#M@-5c,1J5@[or[Q6.' },
  },
);
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
