/** What can go wrong in the domain, each code mapped once to HTTP in `http/errors` and to an exit code in the CLI. */

/** Messages by field path, as the REST API shows them: `{"ingredients[0].name": ["is too long"]}`; `base` for what belongs to no field. */
export type FieldErrors = Record<string, string[]>;

export type ErrorCode =
  | 'not_found'
  | 'forbidden'
  | 'insufficient_scope'
  | 'unauthorized'
  | 'validation_failed'
  | 'malformed'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported_media_type'
  | 'method_not_allowed'
  | 'rate_limited'
  | 'unavailable';

export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly errors: FieldErrors;

  constructor(code: ErrorCode, errors: FieldErrors | string) {
    const fields = typeof errors === 'string' ? { base: [errors] } : errors;
    super(
      Object.entries(fields)
        .map(([field, messages]) => `${field} ${messages.join(', ')}`)
        .join('; '),
    );
    this.code = code;
    this.errors = fields;
  }
}

/** One sentence for missing and for hidden: the two must answer the same bytes. */
export function notFound(): DomainError {
  return new DomainError('not_found', 'not found');
}

export function invalid(field: string, message: string): DomainError {
  return new DomainError('validation_failed', { [field]: [message] });
}

/** One line that says why. */
export function explain(error: unknown): string {
  return reason(error)
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DomainError) return fieldByField(error);
  // Node tries every address of a name, and says nothing itself when all of them fail.
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0]);
  return error.message || error.name;
}

function fieldByField({ errors }: DomainError): string {
  return Object.entries(errors)
    .flatMap(([field, messages]) =>
      field === 'base' ? messages : messages.map((text) => `${field} ${text}`),
    )
    .join('; ');
}
