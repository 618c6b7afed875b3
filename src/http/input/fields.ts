/** Building blocks of input schemas: text, integers, URLs and language tags, with their limits. */
import { z } from '@hono/zod-openapi';
import { t } from '../../lib/language/text.ts';
import { setRootKey } from '../named-schema.ts';

const int4 = 2 ** 31 - 1;

/** Counts characters, not UTF-16 units. */
const isLonger = (text: string, max: number) =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/** PostgreSQL cannot store NUL, and UTF-8 cannot encode lone surrogates. */
const isClean = (text: string) => !text.includes('\0') && text.isWellFormed();

export const text = (max: number) =>
  z
    .string()
    .refine(isClean, { error: () => t('errors.characters-not-allowed') })
    .refine((value) => !isLonger(value, max), { error: () => t('errors.too-long') })
    .openapi({ maxLength: max });

/** Trimmed text with at least one visible character. */
export const line = (max: number) =>
  text(max)
    .refine((value) => value.trim() !== '', { error: () => t('errors.blank') })
    .transform((value) => value.trim())
    .openapi({ minLength: 1, maxLength: max });

export const integer = (min: number, max = int4) => z.int().min(min).max(max);

export const positive = z
  .int()
  .max(int4)
  .refine((value) => value > 0, { error: () => t('errors.must-be-greater-than-0') })
  .openapi({ minimum: 1, maximum: int4 });

/** Replaces null by `fallback`. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) =>
  schema.nullable().transform((value) => value ?? fallback);

/** Treats null like an absent key. */
export const nullAsUndefined = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** An absolute http or https URL. */
export const webUrl = text(2_000).refine(isWebUrl, { error: () => t('errors.not-a-url') });

function isWebUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

export const languageTag = text(35).transform((value, context) => {
  try {
    return Intl.getCanonicalLocales(value)[0] ?? 'und';
  } catch {
    context.addIssue({ code: 'custom', message: t('errors.not-a-language-tag') });
    return z.NEVER;
  }
});

/** Removes keys whose value is undefined. */
export const omitUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Accepts `{[root]: {…}}` or the bare object. */
export function wrapped<Schema extends z.ZodType>(root: string, schema: Schema) {
  const unwrap = (body: unknown) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body) || !Object.hasOwn(body, root))
      return body;
    return (body as Record<string, unknown>)[root] ?? {};
  };
  return setRootKey(z.preprocess(unwrap, schema), { root, content: schema });
}
