/** Words what a schema found wrong, by field, as forms do: `{"ingredients[0].name": ["can't be blank"]}`. */
import type { z } from 'zod';
import { DomainError, type FieldErrors } from '../lib/errors.ts';

type Issue = z.core.$ZodIssue;

const kinds: Record<string, string> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

/** Message of an issue, given to every parse; schemas may bring their own. */
const wording: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return "can't be blank";
      if (issue.expected === 'int' || issue.format === 'safeint') return kinds.int!;
      return kinds[issue.expected] ?? 'is not valid';
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return "can't be blank";
      return `must be greater than ${issue.inclusive ? 'or equal to ' : ''}${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string' || issue.origin === 'array') return 'is too long';
      return `must be less than ${issue.inclusive ? 'or equal to ' : ''}${issue.maximum}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`;
    default:
      return 'is not valid';
  }
};

/** The value as the schema makes it; throws validation_failed with every field that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: wording });
  if (parsed.success) return parsed.data;

  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) collect(issue, [], errors);
  throw new DomainError('validation_failed', errors);
}

function collect(issue: Issue, parents: PropertyKey[], errors: FieldErrors): void {
  const path = [...parents, ...issue.path];

  if (issue.code === 'invalid_union') {
    // Of the forms a value may take, the one it has is the one to complain about.
    const meant = issue.errors.find((branch) => branch.some((inner) => inner.path.length > 0));
    const ownWords = issue.errors.flat().find((inner) => inner.code !== 'invalid_type');
    for (const inner of meant ?? (ownWords ? [ownWords] : [])) collect(inner, path, errors);
    if (meant || ownWords) return;
  }

  const field = fieldName(path);
  errors[field] ??= [];
  const messages = errors[field];
  if (!messages.includes(issue.message)) messages.push(issue.message);
}

function fieldName(path: PropertyKey[]): string {
  let name = '';
  for (const step of path) {
    if (typeof step === 'number') name += `[${step}]`;
    else name += name === '' ? String(step) : `.${String(step)}`;
  }
  return name || 'base';
}
