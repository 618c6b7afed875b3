/** Knows who reads what is written now: the language and the time zone of a request or an e-mail. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { defaultLanguage, isLanguage, type Language } from './languages.ts';

export interface Reader {
  language: Language;
  /** IANA name. */
  timeZone: string;
}

const unknown: Readonly<Reader> = { language: defaultLanguage, timeZone: 'UTC' };
const current = new AsyncLocalStorage<Reader>();

/** English in UTC outside of a request and an e-mail: in logs, commands and jobs. */
export const reader = (): Readonly<Reader> => current.getStore() ?? unknown;

/** Everything that `write` and what it awaits write is for this reader. */
export const writeFor = <Result>(someone: Reader, write: () => Result): Result => current.run({ ...someone }, write);

/** Changes the reader of the current request, as soon as the member is known. Null keeps a value. */
export function updateReader({ language, timeZone }: { [Key in keyof Reader]: string | null }): void {
  const store = current.getStore();
  if (!store) return;
  if (language && isLanguage(language)) store.language = language;
  if (timeZone) store.timeZone = timeZone;
}
