/** What stands in a form while somebody writes: what they typed, their pictures, what is wrong. */
import { DomainError, type FieldErrors } from '../../../lib/errors.ts';
import type { Shown } from '../show.ts';
import type { Photos } from './photos.ts';

export interface Draft {
  values: URLSearchParams;
  photos: Photos;
  errors: FieldErrors;
}

export const blank = (values: Record<string, string> = {}): Draft => ({
  values: new URLSearchParams(values),
  photos: { kept: [], errors: [] },
  errors: {},
});

/** Saves unless a picture was refused; what is wrong is shown beside what was typed. */
export async function trying(
  draft: Draft,
  save: () => Promise<string>,
  form: (draft: Draft) => Promise<Shown> | Shown,
): Promise<Shown | string> {
  try {
    if (draft.photos.errors.length === 0) return await save();
    return { ...(await form(draft)), status: 422 };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return { ...(await form({ ...draft, errors: error.errors })), status: 422 };
  }
}

/** Of a field and all below it: `steps` and `steps[2].content`. */
export function errorsOf(errors: FieldErrors, name: string, word = ''): string[] {
  return Object.entries(errors).flatMap(([path, messages]) => {
    if (path !== name && !path.startsWith(`${name}[`) && !path.startsWith(`${name}.`)) return [];
    const at = /\[(\d+)\]/.exec(path)?.[1];
    return at === undefined || !word ? messages : messages.map((each) => `${word} ${Number(at) + 1} ${each}`);
  });
}

/** What belongs to no field of the form. */
export const otherErrors = (errors: FieldErrors, names: string[]): string[] =>
  Object.entries(errors).flatMap(([path, messages]) =>
    names.some((name) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`))
      ? []
      : messages.map((each) => (path === 'base' ? each : `${path}: ${each}`)),
  );
