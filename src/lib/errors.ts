/** Defines domain errors. `http/errors` maps each code to an HTTP status and the CLI to an exit code. */
import { t } from './language/text.ts';

/**
 * Messages by field path, such as `{"ingredients[0].name": ["is too long"]}`. `base` holds messages without a field.
 */
export type FieldErrors = Record<string, string[]>;

export type ErrorCode =
  | 'not_found'
  | 'forbidden'
  | 'insufficient_scope'
  | 'unauthorized'
  | 'validation_failed'
  | 'malformed'
  | 'conflict'
  | 'request_in_progress'
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

/** Missing and hidden items must produce identical responses. */
export function notFound(): DomainError {
  return new DomainError('not_found', t('errors.not-found'));
}

export function invalid(field: string, message: string): DomainError {
  return new DomainError('validation_failed', { [field]: [message] });
}

const isMissing = (error: unknown): boolean => error instanceof DomainError && error.code === 'not_found';

/** For `catch`: null for something that is missing. Rethrows other errors. */
export function missingAsNull(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** For `catch`: rethrows what is no refusal, such as an error of the network. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
}

/** Returns the reason as one line. */
export function explain(error: unknown): string {
  return reason(error)
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DomainError) return fieldByField(error);
  // Node tries every address of a name. If all fail, only the inner errors have messages.
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0]);
  return error.message || error.name;
}

function fieldByField({ errors }: DomainError): string {
  return Object.entries(errors)
    .flatMap(([field, messages]) => (field === 'base' ? messages : messages.map((text) => `${field} ${text}`)))
    .join('; ');
}
