/** What a client may say of its own account. */
import { z } from '@hono/zod-openapi';
import type { Profile } from '../../domain/accounts/profile.ts';
import { shape } from '../shape.ts';
import { languageTag, optional, text, wrapped } from './fields.ts';

const oneLine = text(100)
  .refine((value) => !/[\r\n]/.test(value), 'must be one line')
  .transform((value) => value.trim());

export const profileChanges = wrapped(
  'account',
  shape(
    'account_input',
    z.object({
      name: optional(oneLine, '').optional(),
      summary: optional(text(5_000), '').optional(),
      locked: z.boolean().optional(),
      discoverable: z.boolean().optional(),
      indexable: z.boolean().optional(),
      locale: optional(languageTag, 'und')
        .optional()
        .openapi({ description: 'BCP 47, of what one writes; null for no language in particular' }),
      recipes_as_notes: z
        .boolean()
        .optional()
        .openapi({ description: 'Recipes go to other servers as notes' }),
    }),
    { name: 'Ann', summary: 'Sourdough, *slowly*.', locked: false },
  ),
);

export const profileOf = ({
  recipes_as_notes,
  ...rest
}: z.output<typeof profileChanges>): Partial<Profile> => ({
  ...rest,
  recipesAsNotes: recipes_as_notes,
});
