/** Building blocks of what clients may send: text, whole numbers, dates of the web, each with its bounds. */
import { z } from '@hono/zod-openapi';
import { noteRoot } from '../shape.ts';

const int4 = 2 ** 31 - 1;

/** Counted in characters, not in UTF-16 units. */
const isLonger = (text: string, max: number) =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/** NUL cannot be stored, lone surrogates cannot be sent. */
const isClean = (text: string) => !text.includes('\0') && text.isWellFormed();

export const text = (max: number) =>
  z
    .string()
    .refine(isClean, 'contains characters that are no text')
    .refine((value) => !isLonger(value, max), 'is too long')
    .openapi({ maxLength: max });

/** At least one character that is not white space; trimmed. */
export const line = (max: number) =>
  text(max)
    .refine((value) => value.trim() !== '', "can't be blank")
    .transform((value) => value.trim())
    .openapi({ minLength: 1, maxLength: max });

export const integer = (min: number, max = int4) => z.int().min(min).max(max);

/** More than nothing. */
export const positive = z
  .int()
  .max(int4)
  .refine((value) => value > 0, 'must be greater than 0')
  .openapi({ minimum: 1, maximum: int4 });

/** Left out or null it is `fallback`. */
export const optional = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) =>
  schema.nullable().transform((value) => value ?? fallback);

/** Null is as good as leaving it out. */
export const unlessNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Left out or null there is none. */
export const webUrl = text(2_000).refine(isWebUrl, 'must be a URL');

function isWebUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

export const languageTag = text(35).transform((value, context) => {
  try {
    return Intl.getCanonicalLocales(value)[0] ?? 'und';
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a language tag (BCP 47)' });
    return z.NEVER;
  }
});

/** Without the keys that were left out. */
export const present = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Keys of `{[root]: {…}}` or of the bare object. */
export function wrapped<Schema extends z.ZodType>(root: string, schema: Schema) {
  const unwrap = (body: unknown) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body) || !Object.hasOwn(body, root))
      return body;
    return (body as Record<string, unknown>)[root] ?? {};
  };
  return noteRoot(z.preprocess(unwrap, schema), { root, content: schema });
}
