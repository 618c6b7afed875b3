/** Defines the input of imports: a file, or the URL of a page. */
import { z } from '@hono/zod-openapi';
import { importActions } from '../../domain/migration/import-action.ts';
import type { ImportSource } from '../../domain/migration/read-source.ts';
import { namedSchema } from '../named-schema.ts';
import { nullAsUndefined, text, webUrl } from './fields.ts';
import { visibility } from './visibility.ts';

const file = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length > 0,
  'must be a file',
);
const url = webUrl.transform((text) => new URL(text).href);

type ImportInput = { given: ImportSource } | { url: string };

/** A multipart body with a file, or a JSON body with a URL. */
export const importInput = z
  .object({
    file: file.optional(),
    name: text(500).catch('').optional(),
    url: nullAsUndefined(url),
  })
  .transform(({ file: bytes, name = '', url: pageUrl }, context): ImportInput => {
    if (bytes) return { given: { bytes, name, sourceUrl: null } };
    if (pageUrl) return { url: pageUrl };
    context.addIssue({ code: 'custom', path: ['file'], message: 'must be a file, unless there is a url' });
    return z.NEVER;
  })
  .openapi('import_input', {
    type: 'object',
    properties: {
      'import[file]': {
        type: 'string',
        format: 'binary',
        description:
          'HTML page, JSON-LD, Cooklang, Paprika, Mealie, Nextcloud Cookbook, Tandoor, or a zip of these. Detected by content.',
      },
    },
    required: ['import[file]'],
  });

export const importUrlInput = namedSchema('import_url_input', z.object({ url: webUrl }), {
  url: 'https://kitchen.example/soda-bread',
});

export const importConfirmation = namedSchema(
  'import_confirm_input',
  z.object({
    visibility: nullAsUndefined(visibility),
    pictures: nullAsUndefined(z.boolean()).openapi({
      description: 'Whether to fetch the picture that a page names for a recipe. True by default.',
    }),
    choices: z
      .array(z.object({ position: z.int().min(0), action: z.enum(importActions) }))
      .max(500)
      .optional()
      .openapi({
        description:
          'What to do with recipes of the import, by `position`. Without a choice a new recipe is created, and one whose page has changed since an earlier import is skipped.',
      }),
  }),
  { visibility: 'public', pictures: true, choices: [{ position: 0, action: 'update' }] },
);
