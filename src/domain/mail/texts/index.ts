/** Lists the texts of all e-mails by their kind. */
import { confirmEmail, confirmSignUp, resetPassword } from './access.ts';
import { accountSuspended, appealAnswered, suspensionEnded } from './decisions.ts';
import { digest } from './digest.ts';
import {
  blockListProblem,
  newAccountRequest,
  newAppeal,
  newReport,
  serverProblem,
  testMail,
} from './operators.ts';
import {
  accountDeleted,
  accountMoved,
  emailChanged,
  newLogin,
  passwordChanged,
  passwordReset,
  secondFactorChanged,
} from './safety.ts';
import { signUpApproved, signUpRejected } from './sign-up.ts';
import type { MailText } from './text.ts';

export const texts = {
  'confirm-sign-up': confirmSignUp,
  'confirm-email': confirmEmail,
  'reset-password': resetPassword,
  'password-changed': passwordChanged,
  'password-reset': passwordReset,
  'email-changed': emailChanged,
  'new-login': newLogin,
  'second-factor-changed': secondFactorChanged,
  'account-moved': accountMoved,
  'account-deleted': accountDeleted,
  'sign-up-approved': signUpApproved,
  'sign-up-rejected': signUpRejected,
  'account-suspended': accountSuspended,
  'suspension-ended': suspensionEnded,
  'appeal-answered': appealAnswered,
  digest,
  'new-report': newReport,
  'new-appeal': newAppeal,
  'new-account-request': newAccountRequest,
  'block-list-problem': blockListProblem,
  'server-problem': serverProblem,
  test: testMail,
};

export type MailKind = keyof typeof texts;
export type MailData<Kind extends MailKind> =
  (typeof texts)[Kind] extends MailText<infer Data> ? Data : never;
