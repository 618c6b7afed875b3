/** Defines the input of the caller's profile. */
import { z } from '@hono/zod-openapi';
import type { Profile } from '../../domain/accounts/profile.ts';
import { t } from '../../lib/language/text.ts';
import { namedSchema } from '../named-schema.ts';
import { languageTag, text, withDefault, wrapped } from './fields.ts';

const oneLine = text(100)
  .refine((value) => !/[\r\n]/.test(value), { error: () => t('errors.must-be-one-line') })
  .transform((value) => value.trim());

export const quotePolicy = z.enum(['everyone', 'followers', 'nobody']);

export const profileChanges = wrapped(
  'account',
  namedSchema(
    'account_input',
    z.object({
      name: withDefault(oneLine, '').optional(),
      summary: withDefault(text(5_000), '').optional(),
      locked: z.boolean().optional(),
      discoverable: z.boolean().optional(),
      indexable: z.boolean().optional(),
      locale: withDefault(languageTag, 'und')
        .optional()
        .openapi({ description: 'Default language of the posts (BCP 47). Null for none.' }),
      recipes_as_articles: z.boolean().optional().openapi({
        description:
          'Send recipes that are published or edited from now on to other servers as Article instead of Note',
      }),
      quote_policy: quotePolicy
        .optional()
        .openapi({ description: 'Who may quote the caller’s public and unlisted items' }),
    }),
    { name: 'Ann', summary: 'Sourdough, *slowly*.', locked: false },
  ),
);

export const profileOf = ({
  recipes_as_articles,
  quote_policy,
  ...rest
}: z.output<typeof profileChanges>): Partial<Profile> => ({
  ...rest,
  recipesAsArticles: recipes_as_articles,
  quotePolicy: quote_policy,
});
