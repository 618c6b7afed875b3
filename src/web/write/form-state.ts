/** The state of a form: typed values, uploaded photos and errors. */
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import type { PageContent } from '../components/page-handler.ts';
import type { Photos } from './photos.ts';

export interface FormState {
  values: URLSearchParams;
  photos: Photos;
  errors: FieldErrors;
  /** True if the values were submitted, but are not stored. */
  isUnsaved?: boolean;
}

export const emptyForm = (values: Record<string, string> | [string, string][] = {}): FormState => ({
  values: new URLSearchParams(values),
  photos: { media: [], errors: [] },
  errors: {},
});

/** Saves unless a photo was rejected. Shows the form again with its values if there are errors. */
export async function saveOrShowErrors(
  state: FormState,
  save: () => Promise<PageContent | string>,
  form: (state: FormState) => Promise<PageContent> | PageContent,
): Promise<PageContent | string> {
  try {
    if (state.photos.errors.length === 0) return await save();
    return { ...(await form({ ...state, isUnsaved: true })), status: 422 };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return { ...(await form({ ...state, errors: error.errors, isUnsaved: true })), status: 422 };
  }
}

/** Returns the errors of a field and its children: `steps` and `steps[2].content`. */
export function errorsOf(errors: FieldErrors, name: string, word = ''): string[] {
  return Object.entries(errors).flatMap(([path, messages]) => {
    if (path !== name && !path.startsWith(`${name}[`) && !path.startsWith(`${name}.`)) return [];
    const at = /\[(\d+)\]/.exec(path)?.[1];
    return at === undefined || !word ? messages : messages.map((each) => `${word} ${Number(at) + 1} ${each}`);
  });
}

/** Returns the errors that belong to no field of the form. */
export const otherErrors = (errors: FieldErrors, names: string[]): string[] =>
  Object.entries(errors).flatMap(([path, messages]) =>
    names.some((name) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`))
      ? []
      : messages.map((each) => (path === 'base' ? each : `${path}: ${each}`)),
  );

/** True for a button that shows the form again, without saving. */
export const isChangeOfForm = (fields: URLSearchParams): boolean =>
  /^(?:edit|rows|text|add-[a-z0-9-]{1,20}|photo-up-\d{1,19}|(?:row|step)-(?:up|down)-\d{1,4})$/.test(
    fields.get('intent') ?? '',
  );
