/** What a client may say of a picture, and the picture. */
import { z } from '@hono/zod-openapi';
import type { Upload } from '../../domain/media/upload.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import { shape } from '../shape.ts';
import { optional, text, wrapped } from './fields.ts';

const maxDescription = 1_500;
const description = text(maxDescription);

const file = z
  .custom<Uint8Array>(
    (value) => value instanceof Uint8Array && pictureTypeOf(value) !== null,
    'must be an image',
  )
  .openapi({ type: 'string', format: 'binary' });

/** As it stands in a form under this name. */
export const pictureUpload = (root: string) =>
  z
    .object({ file, description: description.optional() })
    .transform((given): Upload => ({ file: given.file, description: given.description?.trim() ?? '' }))
    .openapi(root === 'media' ? 'medium_input' : 'avatar_input', {
      type: 'object',
      properties: {
        [`${root}[file]`]: {
          type: 'string',
          format: 'binary',
          description: 'JPEG, PNG, WebP, GIF (its first frame) or AVIF',
        },
        [`${root}[description]`]: { type: 'string', maxLength: maxDescription },
      },
      required: [`${root}[file]`],
    });

/** Only the alt text can be changed. */
export const mediumChanges = wrapped(
  'media',
  shape('medium_change_input', z.object({ description: optional(description, '').optional() }), {
    description: 'Dough, doubled in its bowl',
  }),
);

/** Pictures uploaded before, in the order in which they are to be shown. */
export const mediaIds = z
  .array(z.int().min(1))
  .max(10)
  .transform((ids) => [...new Set(ids)]);

/** The same of a portrait. */
export const avatarChanges = z.object({ description: description.transform((value) => value.trim()) });
