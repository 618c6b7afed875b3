/** What a client may hand in to be imported: a file, or the address of a page. */
import { z } from '@hono/zod-openapi';
import type { Given } from '../../domain/moving/import.ts';
import { shape } from '../shape.ts';
import { text, unlessNull, webUrl } from './fields.ts';
import { visibility } from './recipe.ts';

const file = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length > 0,
  'must be a file',
);
const url = webUrl.transform((given) => new URL(given).href);

type Wanted = { given: Given } | { url: string };

/** As it stands in a form, or in JSON with an address alone. */
export const importInput = z
  .object({
    file: file.optional(),
    name: text(500).catch('').optional(),
    url: unlessNull(url),
  })
  .transform(({ file: bytes, name = '', url: address }, context): Wanted => {
    if (bytes) return { given: { bytes, name, sourceUrl: null } };
    if (address) return { url: address };
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
          'A page, JSON-LD, Cooklang, Paprika, Mealie, Nextcloud Cookbook, Tandoor, or a zip of such; told by its content',
      },
    },
    required: ['import[file]'],
  });

export const importUrlInput = shape('import_url_input', z.object({ url: webUrl }), {
  url: 'https://kitchen.example/soda-bread',
});

export const importConfirmation = shape(
  'import_confirm_input',
  z.object({ visibility: unlessNull(visibility) }),
  { visibility: 'public' },
);
