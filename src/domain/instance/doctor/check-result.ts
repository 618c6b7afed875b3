/** Defines the result of one check of the doctor. */
import type { Message } from '../../../lib/language/text.ts';

/** The checks of a running server. The command line has a few more. */
export type CheckName =
  | 'backup'
  | 'block-lists'
  | 'clock'
  | 'clocks'
  | 'database'
  | 'disk'
  | 'growth'
  | 'mail'
  | 'memory'
  | 'origin'
  | 'proxy'
  | 'queue'
  | 'secret'
  | 'storage'
  | 'uploads'
  | 'webfinger'
  | 'workers';

export interface CheckResult<Name extends string = CheckName> {
  check: Name;
  /** False only for a problem. */
  ok: boolean;
  /** True if the server works, but the operator should do something soon. */
  isWarning: boolean;
  message: Message | string;
  /** What the operator should do about a problem or warning. */
  remedy: Message | string | null;
}

type Text = Message | string;

export const ok = <Name extends string>(check: Name, message: Text): CheckResult<Name> => ({
  check,
  ok: true,
  isWarning: false,
  message,
  remedy: null,
});

export const warning = <Name extends string>(check: Name, message: Text, remedy: Text): CheckResult<Name> => ({
  check,
  ok: true,
  isWarning: true,
  message,
  remedy,
});

export const problem = <Name extends string>(check: Name, message: Text, remedy: Text): CheckResult<Name> => ({
  check,
  ok: false,
  isWarning: false,
  message,
  remedy,
});
