/** The second factor of a log-in: codes of an authenticator app (RFC 6238), and recovery codes for the day it is lost. */
import { randomBytes } from 'node:crypto';
import type { TOTP } from 'otpauth';
import {
  countRecoveryCodes,
  deleteTotp,
  insertTotp,
  replaceRecoveryCodes,
  selectTotp,
  useRecoveryCode,
  useTotpStep,
} from '../../db/sql/access/second-factor.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { DomainError, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { decrypt, encrypt, sign } from '../../lib/secrets.ts';
import { mailMember } from '../mail/mail.ts';

/** Who sets up the app, and what the app calls the account. */
export interface Owner {
  accountId: number;
  username: string;
  /** Name of the instance. */
  issuer: string;
}

const secretBytes = 20;
const periodSeconds = 30;
/** Codes of the period before and after the current one are accepted, for clocks that differ. */
const tolerance = 1;
const recoveryCodes = 10;

/** All apps support SHA-1 with 6 digits; other parameters of RFC 6238 are ignored by some. */
async function totpOf(secret: Uint8Array, { username = '', issuer = '' } = {}): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth');
  const buffer = new Uint8Array(secret).buffer;
  return new TOTP({
    ...{ issuer, label: username, algorithm: 'SHA1', digits: 6, period: periodSeconds },
    secret: new Secret({ buffer }),
  });
}

export interface Enrolment {
  /** Base32, to type into the app. */
  secret: string;
  /** `otpauth://`, for the QR code. */
  uri: string;
}

/** Creates a secret unless there is one whose first code has not been entered yet. Throws conflict if one is in use. */
export async function beginEnrolment(accountId: number): Promise<void> {
  const [known] = await selectTotp(db, accountId);
  if (known?.isConfirmed) throw new DomainError('conflict', t('errors.two-factor-already-on'));
  if (!known) await insertTotp(db, accountId, encrypt(randomBytes(secretBytes)));
}

/** Returns the secret whose first code has not been entered yet, or null. */
export async function findEnrolment({ accountId, username, issuer }: Owner): Promise<Enrolment | null> {
  const [known] = await selectTotp(db, accountId);
  if (!known || known.isConfirmed) return null;
  const totp = await totpOf(decrypt(known.secret), { username, issuer });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Turns the second factor on and returns the recovery codes. Throws validation_failed on `code`. */
export async function finishEnrolment({ accountId, username }: Owner, code: string): Promise<string[]> {
  const step = await findStep(accountId, code);
  if (step === null) throw invalid('code', t('errors.code-wrong'));
  return transact(async (tx) => {
    if ((await useTotpStep(tx, accountId, step)).length === 0)
      throw invalid('code', t('errors.already-used'));
    await mailMember(tx, accountId, 'second-factor-changed', { username, change: 'on' });
    return createRecoveryCodes(tx, accountId);
  });
}

/** Does nothing if it is off. */
export async function turnOffSecondFactor(accountId: number, username: string): Promise<void> {
  await transact(async (tx) => {
    if ((await deleteTotp(tx, accountId)).length === 0) return;
    await mailMember(tx, accountId, 'second-factor-changed', { username, change: 'off' });
  });
}

/** The former codes no longer work. */
export const renewRecoveryCodes = (accountId: number): Promise<string[]> =>
  transact((tx) => createRecoveryCodes(tx, accountId));

async function createRecoveryCodes(tx: Tx, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, createRecoveryCode);
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => hashRecoveryCode(accountId, code)),
  );
  return codes;
}

/** Without vowels and characters that look alike. 16 of them have 76 random bits. */
const alphabet = '23456789bcdfghjkmnpqrstvwxyz';

function createRecoveryCode(): string {
  const characters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]!).join('');
  return characters.replaceAll(/.{4}(?=.)/g, '$&-');
}

const hashRecoveryCode = (accountId: number, code: string): Buffer =>
  sign('recovery code', `${accountId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

export interface SecondFactor {
  isOn: boolean;
  recoveryCodesLeft: number;
}

export async function findSecondFactor(accountId: number): Promise<SecondFactor> {
  const [[totp], [codes]] = await Promise.all([selectTotp(db, accountId), countRecoveryCodes(db, accountId)]);
  return { isOn: totp?.isConfirmed ?? false, recoveryCodesLeft: codes!.count };
}

/** Accepts a code of the app or a recovery code, each once. */
export async function useSecondFactor(accountId: number, given: string): Promise<boolean> {
  const code = given.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code))
    return (await useRecoveryCode(db, accountId, hashRecoveryCode(accountId, code))).length > 0;
  const step = await findStep(accountId, code);
  return step !== null && (await useTotpStep(db, accountId, step)).length > 0;
}

/** Returns the time step of the code, or null for a wrong one. */
async function findStep(accountId: number, given: string): Promise<number | null> {
  const [stored] = await selectTotp(db, accountId);
  const token = given.replaceAll(/\s/g, '');
  if (!stored || !/^\d{6}$/.test(token)) return null;
  const totp = await totpOf(decrypt(stored.secret));
  const timestamp = Date.now();
  const delta = totp.validate({ token, timestamp, window: tolerance });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
