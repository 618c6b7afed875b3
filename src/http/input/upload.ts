/** Defines the input of picture uploads. */
import { z } from '@hono/zod-openapi';
import type { Upload } from '../../domain/media/upload.ts';
import { t } from '../../lib/language/text.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import { namedSchema } from '../named-schema.ts';
import { text, withDefault, wrapped } from './fields.ts';

const maxDescription = 1_500;
const description = text(maxDescription);

const file = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array && pictureTypeOf(value) !== null, {
    error: () => t('errors.not-an-image'),
  })
  .openapi({ type: 'string', format: 'binary' });

/** A multipart body with the file part `root`. */
export const pictureUpload = (root: string) =>
  z
    .object({ file, description: description.optional() })
    .transform((input): Upload => ({ file: input.file, description: input.description?.trim() ?? '' }))
    .openapi(root === 'media' ? 'medium_input' : `${root}_input`, {
      type: 'object',
      properties: {
        [`${root}[file]`]: {
          type: 'string',
          format: 'binary',
          description: 'JPEG, PNG, WebP, GIF (first frame only) or AVIF',
        },
        [`${root}[description]`]: { type: 'string', maxLength: maxDescription },
      },
      required: [`${root}[file]`],
    });

/** Only the alt text can be changed. */
export const mediumChanges = wrapped(
  'media',
  namedSchema('medium_change_input', z.object({ description: withDefault(description, '').optional() }), {
    description: 'Dough, doubled in its bowl',
  }),
);

/** Ids of uploaded pictures, in display order. */
export const mediaIds = z
  .array(z.int().min(1))
  .max(10)
  .transform((ids) => [...new Set(ids)]);

/** Only the alt text of a profile picture can be changed. */
export const avatarChanges = z.object({ description: description.transform((value) => value.trim()) });
