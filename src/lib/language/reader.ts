/** Knows who reads what is written now: the language, the time zone and the units of a request or an e-mail. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { defaultLanguage, isLanguage, type Language } from './languages.ts';

export const measurementSystems = ['metric', 'us'] as const;
export type MeasurementSystem = (typeof measurementSystems)[number];

export const isMeasurementSystem = (text: string | undefined): text is MeasurementSystem =>
  measurementSystems.some((each) => each === text);

export interface Reader {
  language: Language;
  /** IANA name. */
  timeZone: string;
  /** Of recipes on pages. Absent for those of each author. */
  units?: MeasurementSystem | undefined;
}

const unknown: Readonly<Reader> = { language: defaultLanguage, timeZone: 'UTC' };
const current = new AsyncLocalStorage<Reader>();

/** English in UTC outside of a request and an e-mail: in logs, commands and jobs. */
export const reader = (): Readonly<Reader> => current.getStore() ?? unknown;

/** Everything that `write` and what it awaits write is for this reader. */
export const writeFor = <Result>(someone: Reader, write: () => Result): Result => current.run({ ...someone }, write);

/** A member with these settings, as they are stored. */
export const readerWith = ({ language, timeZone }: { language?: string | null; timeZone?: string | null }): Reader => ({
  language: language && isLanguage(language) ? language : unknown.language,
  timeZone: timeZone ?? unknown.timeZone,
});

interface ReaderChanges {
  language: string | null;
  timeZone: string | null;
  units?: string | null;
}

/** Changes the reader of the current request, as soon as the member is known. Null keeps a value. */
export function updateReader({ language, timeZone, units: chosen = null }: ReaderChanges): void {
  const store = current.getStore();
  if (!store) return;
  if (language && isLanguage(language)) store.language = language;
  if (timeZone) store.timeZone = timeZone;
  if (chosen && isMeasurementSystem(chosen)) store.units = chosen;
}
