/** Defines the input for drafts: their publication, and the filter of lists by it. */
import { z } from '@hono/zod-openapi';
import type { DraftType } from '../../domain/items/publication.ts';
import { t } from '../../lib/language/text.ts';
import { namedSchema } from '../named-schema.ts';
import { wrapped } from './fields.ts';
import { commaSeparated } from './list-query.ts';
import { visibility } from './visibility.ts';

const publicationInput = namedSchema('publication_input', z.object({ visibility: visibility.nullish() }), {
  visibility: 'unlisted',
});

/** `{"preparation": {"visibility": "unlisted"}}`. Without a visibility the item keeps its own. */
export const publication = (type: DraftType) => wrapped(type, publicationInput);

const publications = z.enum(['draft', 'published']);
export const publicationStatuses = commaSeparated
  .pipe(z.array(z.string()))
  .refine((input) => input.every((each) => publications.safeParse(each).success), {
    error: () => t('errors.must-be-one-of-values', { values: 'draft, published' }),
  })
  .transform((input) => input as z.output<typeof publications>[])
  .openapi({ type: 'string', description: 'Comma-separated: draft, published', example: 'draft,published' });
