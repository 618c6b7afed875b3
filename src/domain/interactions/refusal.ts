/** Why an interaction is refused, and the error for local accounts. */
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

export type Refusal = 'not_found' | 'draft' | 'private' | 'blocked';

/** The result of one interaction that was to begin. */
export interface Begun {
  refusal: Refusal | null;
  /** False if it existed before. */
  begun: boolean;
}

/** Throws not_found, validation_failed or forbidden. */
export function throwIfRefused({ refusal }: Begun, verb: string): void {
  if (refusal === 'not_found') throw notFound();
  if (refusal === 'draft') throw invalid('base', t('errors.draft-cannot-be', { action: verb }));
  if (refusal === 'private') throw new DomainError('forbidden', t('errors.not-for-others'));
  if (refusal === 'blocked') throw new DomainError('forbidden', t('errors.block-between-you'));
}

const missing = { refusal: 'not_found', begun: false } as const;

/** The rows in the order of `all`, with a refusal for what the statement did not find. */
export function inOrder<Row extends Begun & { place: number }>(all: unknown[], rows: Row[]) {
  const byIndex = new Map(rows.map((row) => [row.place, row]));
  return all.map((_, place) => byIndex.get(place) ?? missing);
}
