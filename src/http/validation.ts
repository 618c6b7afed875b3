/** Validates input and reports errors by field: `{"ingredients[0].name": ["can't be blank"]}`. */
import type { z } from 'zod';
import { DomainError, type FieldErrors } from '../lib/errors.ts';
import { type MessageKey, t } from '../lib/language/text.ts';

type Issue = z.core.$ZodIssue;

const typeMessages: Record<string, MessageKey> = {
  string: 'errors.must-be-text',
  number: 'errors.must-be-number',
  int: 'errors.must-be-integer',
  boolean: 'errors.must-be-boolean',
  array: 'errors.must-be-list',
  object: 'errors.must-be-object',
};

/** Default messages. Schemas may define their own. */
const toMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined || issue.input === null) return t('errors.blank');
      const isInteger = issue.expected === 'int' || issue.format === 'safeint';
      return t(typeMessages[isInteger ? 'int' : issue.expected] ?? 'errors.not-valid');
    }
    case 'too_small': {
      if (issue.origin === 'string' || issue.origin === 'array') return t('errors.blank');
      const limit = String(issue.minimum);
      return t(issue.inclusive ? 'errors.must-be-greater-or-equal' : 'errors.must-be-greater', { limit });
    }
    case 'too_big': {
      if (issue.origin === 'string' || issue.origin === 'array') return t('errors.too-long');
      const limit = String(issue.maximum);
      return t(issue.inclusive ? 'errors.must-be-less-or-equal' : 'errors.must-be-less', { limit });
    }
    case 'invalid_value':
      return t('errors.must-be-one-of-values', { values: issue.values.join(', ') });
    default:
      return t('errors.not-valid');
  }
};

/** Throws validation_failed with the errors of all fields. */
export function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: toMessage });
  if (parsed.success) return parsed.data;

  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) collectErrors(issue, [], errors);
  throw new DomainError('validation_failed', errors);
}

function collectErrors(issue: Issue, parents: PropertyKey[], errors: FieldErrors): void {
  const path = [...parents, ...issue.path];

  if (issue.code === 'invalid_union') {
    // Report the errors of the branch whose type matched, not those of every branch.
    const matched = issue.errors.find((branch) => branch.some((inner) => inner.path.length > 0));
    const specific = issue.errors.flat().find((inner) => inner.code !== 'invalid_type');
    for (const inner of matched ?? (specific ? [specific] : [])) collectErrors(inner, path, errors);
    if (matched || specific) return;
  }

  const field = fieldName(path);
  errors[field] ??= [];
  const messages = errors[field];
  if (!messages.includes(issue.message)) messages.push(issue.message);
}

function fieldName(path: PropertyKey[]): string {
  let name = '';
  for (const key of path) {
    if (typeof key === 'number') name += `[${key}]`;
    else name += name === '' ? String(key) : `.${String(key)}`;
  }
  return name || 'base';
}
