/** Second factors and passkeys. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { TOTP } from 'otpauth';
import { prisma, withNumbers } from '../../db/client.ts';
import { lockActiveMember, returnQuota, selectLiveSession, takeQuota } from '../../db/sql/access.ts';
import {
  deleteEnrolment,
  deleteTotp,
  insertPasskey,
  insertTotp,
  lockTotp,
  replaceRecoveryCodes,
  selectEnrolment,
  storeEnrolment,
  useChallenge,
} from '../../db/sql/log-in.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, type Tx, transact, transactWithPrisma } from '../../db/transaction.ts';
import { config } from '../../lib/config.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { decrypt, encrypt, sign } from '../../lib/secrets.ts';
import { mailMember } from '../mail/mail.ts';

// Keeps a session from ending while it adds a way to log in, so that nothing is added after the end of all access

export interface SessionOfMember {
  accountId: number;
  sessionId: number;
}

/** A step, which waits for a concurrent change of the password. Throws forbidden if the session has ended. */
export async function holdSession(tx: Tx, { accountId, sessionId }: SessionOfMember): Promise<void> {
  const [member] = await lockActiveMember(tx, accountId);
  const [session] = member ? await selectLiveSession(tx, accountId, sessionId) : [];
  if (!session) throw new DomainError('forbidden', t('errors.log-in-again'));
}

// Carries a state from one form of the browser to the next, encrypted, for 10 minutes

const stateTtlSeconds = 10 * 60;

type StatePurpose = 'logIn' | 'passkey';

export function writeState(purpose: StatePurpose, state: object): string {
  const content = { [purpose]: { ...state, until: Date.now() + stateTtlSeconds * 1_000 } };
  return encrypt(Buffer.from(JSON.stringify(content))).toString('base64url');
}

/** Returns null for an outdated text, for that of another purpose, and for one that this server did not write. */
export function readState<T extends object>(purpose: StatePurpose, text: string): T | null {
  try {
    const content = JSON.parse(decrypt(Buffer.from(text, 'base64url')).toString());
    const state = content[purpose] as (T & { until: number }) | undefined;
    return state && state.until > Date.now() ? state : null;
  } catch {
    return null;
  }
}

// Creates the challenges that passkeys sign. Each is answered once.

/** Id of the session, which may answer it. Null is for a log-in, where there is none yet. */
type ChallengeOwner = number | null;

interface PasskeyChallenge {
  /** Base64url, for the browser. */
  challenge: string;
  /** For the form. */
  state: string;
}

function createChallenge(owner: ChallengeOwner): PasskeyChallenge {
  const challenge = randomBytes(32).toString('base64url');
  return { challenge, state: writeState('passkey', { challenge, owner }) };
}

/** Returns the challenge, or null for an outdated one, for that of another session, and for one that was used. */
async function takeChallenge(state: string, owner: ChallengeOwner): Promise<string | null> {
  const stored = readState<{ challenge: string; owner: ChallengeOwner }>('passkey', state);
  if (!stored || stored.owner !== owner) return null;
  const [first] = await useChallenge(db, `passkey ${stored.challenge}`, stateTtlSeconds);
  return first ? stored.challenge : null;
}

// Passkeys (WebAuthn): adds and removes them, and verifies log-ins with them. Loads the library at first use.

const { hostname } = new URL(config.baseUrl);
/** Browsers bind passkeys to a domain name. */
export const arePasskeysPossible = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;

const maxPasskeys = 20;
const timeout = 300_000;
/** What a passkey must have signed, beside the challenge. */
const expected = { requireUserVerification: true, expectedOrigin: config.baseUrl, expectedRPID: hostname };
/** COSE numbers of Ed25519, ECDSA with P-256, and RSA. */
const algorithms = [-8, -7, -257];

interface PasskeyOwner extends SessionOfMember {
  username: string;
}

/** What the browser gets, as JSON, and what the form sends back. */
export interface PasskeyForm {
  options: object;
  state: string;
}

/** The passkey says who logs in, so no name is asked for. A proof of who uses a session names the session. */
export function logInOptions(sessionId: number | null = null): PasskeyForm {
  const { challenge, state } = createChallenge(sessionId);
  const options = { challenge, rpId: hostname, timeout, userVerification: 'required', allowCredentials: [] };
  return { options, state };
}

export async function registrationOptions(
  { accountId, sessionId, username }: PasskeyOwner,
  rpName: string,
): Promise<PasskeyForm> {
  const { challenge, state } = createChallenge(sessionId);
  const known = await listPasskeys(accountId);
  const options = {
    challenge,
    timeout,
    rp: { id: hostname, name: rpName },
    // Not the id itself, since a stolen device should not name the account.
    user: {
      id: sign('passkey user', String(accountId)).toString('base64url'),
      name: username,
      displayName: username,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
  return { options, state };
}

interface Answer {
  state: string;
  /** JSON of the browser's credential. */
  credential: string;
}

/** Throws validation_failed on `credential`. */
export async function addPasskey(
  { accountId, sessionId, username }: PasskeyOwner,
  name: string,
  { state, credential }: Answer,
): Promise<void> {
  const expectedChallenge = await takeChallenge(state, sessionId);
  const response = parse<RegistrationResponseJSON>(credential);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const found =
    expectedChallenge && response
      ? await verifyRegistrationResponse({
          response,
          expectedChallenge,
          ...expected,
          supportedAlgorithmIDs: algorithms,
        }).catch(() => null)
      : null;
  if (!found?.verified) throw invalid('credential', t('errors.passkey-refused'));
  const { id, publicKey, counter } = found.registrationInfo.credential;
  await transact(async (tx) => {
    await holdSession(tx, { accountId, sessionId });
    const added = await insertPasskey(tx, accountId, id, Buffer.from(publicKey), counter, name, maxPasskeys);
    if (added.length === 0) throw invalid('credential', t('errors.passkey-known-or-too-many', { maxPasskeys }));
    await mailMember(tx, accountId, 'second-factor-changed', { username, change: 'passkey-added' });
  });
}

/** Returns the account that the passkey belongs to, or null. Without a session it is a log-in. */
export async function verifyPasskey(
  { state, credential }: Answer,
  sessionId: number | null = null,
): Promise<number | null> {
  const response = parse<AuthenticationResponseJSON>(credential);
  const expectedChallenge = response && (await takeChallenge(state, sessionId));
  if (!response || !expectedChallenge) return null;
  const known = await prisma().passkey.findUnique({ where: { credentialId: response.id } });
  if (!known) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    ...expected,
    credential: {
      id: known.credentialId,
      publicKey: known.publicKey,
      counter: Number(known.counter),
    },
  }).catch(() => null);
  if (!found?.verified) return null;
  const data = { counter: found.authenticationInfo.newCounter, lastUsedAt: new Date() };
  await prisma().passkey.updateMany({ where: { id: known.id }, data });
  return Number(known.accountId);
}

function parse<T extends { id: string }>(text: string): T | null {
  try {
    const value = JSON.parse(text) as T | null;
    return typeof value?.id === 'string' ? value : null;
  } catch {
    return null;
  }
}

export async function listPasskeys(accountId: number) {
  const rows = await prisma().passkey.findMany({
    select: { id: true, credentialId: true, name: true, createdAt: true, lastUsedAt: true },
    where: { accountId },
    orderBy: { id: 'asc' },
  });
  return rows.map(withNumbers);
}

/** Does nothing if the member has no such passkey. */
export async function removePasskey(
  { accountId, username }: Omit<PasskeyOwner, 'sessionId'>,
  id: number,
): Promise<void> {
  await transactWithPrisma(async (tx) => {
    if ((await tx.prisma.passkey.deleteMany({ where: { accountId, id } })).count === 0) return;
    await mailMember(tx, accountId, 'second-factor-changed', { username, change: 'passkey-removed' });
  });
}

// The second factor of a log-in: codes of an authenticator app (RFC 6238), and recovery codes for the day it is lost

/** Who sets up the app, in which session, and what the app calls the account. */
interface Owner extends SessionOfMember {
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
    issuer,
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer }),
  });
}

interface Enrolment {
  /** Base32, to type into the app. */
  secret: string;
  /** `otpauth://`, for the QR code. */
  uri: string;
}

/** How long the first code may take. */
const enrolmentTtlSeconds = 10 * 60;

const enrolmentKey = (sessionId: number) => `two-factor enrolment of session ${sessionId}`;

/** Creates a secret for this session, in place of a former one. Throws conflict if an app is in use. */
export async function beginEnrolment({ accountId, sessionId }: Owner): Promise<void> {
  if (await findTotp(accountId)) throw alreadyOn();
  const secret = encrypt(randomBytes(secretBytes)).toString('base64url');
  await storeEnrolment(db, enrolmentKey(sessionId), secret, enrolmentTtlSeconds);
}

/** Rows of earlier versions that were never confirmed count as none. */
const confirmed = { confirmedAt: { not: null } };

const findTotp = (accountId: number) => prisma().totp.findUnique({ where: { accountId, ...confirmed } });

const alreadyOn = () => new DomainError('conflict', t('errors.two-factor-already-on'));

/** Returns the secret of this session whose first code has not been entered yet, or null. */
export async function findEnrolment({ sessionId, username, issuer }: Owner): Promise<Enrolment | null> {
  const [pending] = await selectEnrolment(db, enrolmentKey(sessionId));
  if (!pending) return null;
  const totp = await totpOf(decrypt(Buffer.from(pending.secret, 'base64url')), { username, issuer });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Turns the second factor on and returns the recovery codes. Throws validation_failed on `code`, and conflict if an app
 * is in use.
 */
export async function finishEnrolment({ accountId, sessionId, username }: Owner, code: string): Promise<string[]> {
  const key = enrolmentKey(sessionId);
  const [pending] = await selectEnrolment(db, key);
  if (!pending) throw invalid('code', t('errors.enrolment-expired'));
  const secret = Buffer.from(pending.secret, 'base64url');
  const step = await stepOf(secret, code);
  if (step === null) throw invalid('code', t('errors.code-wrong'));
  return transact(async (tx) => {
    await holdSession(tx, { accountId, sessionId });
    if ((await deleteEnrolment(tx, key, pending.secret)).length === 0) throw invalid('code', t('errors.already-used'));
    if ((await insertTotp(tx, accountId, secret, step)).length === 0) throw alreadyOn();
    await mailMember(tx, accountId, 'second-factor-changed', { username, change: 'on' });
    return createRecoveryCodes(tx, accountId);
  });
}

/** A step of ending all access. */
export const endEnrolment = (tx: PrismaTx, sessionId: number) =>
  tx.prisma.keyValue.deleteMany({ where: { key: enrolmentKey(sessionId) } });

/** Does nothing if it is off. */
export async function turnOffSecondFactor(accountId: number, username: string): Promise<void> {
  await transact(async (tx) => {
    if ((await deleteTotp(tx, accountId)).length === 0) return;
    await mailMember(tx, accountId, 'second-factor-changed', { username, change: 'off' });
  });
}

/** The former codes no longer work. Throws not_found if two-factor authentication is off. */
export async function renewRecoveryCodes(accountId: number, username: string): Promise<string[]> {
  return transact(async (tx) => {
    if ((await lockTotp(tx, accountId)).length === 0) throw notFound();
    await mailMember(tx, accountId, 'second-factor-changed', { username, change: 'codes-renewed' });
    return createRecoveryCodes(tx, accountId);
  });
}

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

interface SecondFactor {
  isOn: boolean;
  recoveryCodesLeft: number;
}

export async function findSecondFactor(accountId: number): Promise<SecondFactor> {
  const [totp, recoveryCodesLeft] = await Promise.all([
    findTotp(accountId),
    prisma().recoveryCode.count({ where: { accountId } }),
  ]);
  return { isOn: totp !== null, recoveryCodesLeft };
}

/**
 * Wrong codes of the app. In the database, because a guess takes one of a million, in every process and after a
 * restart.
 */
const codeLimits = [
  { name: 'second-factor', quota: 8, windowSeconds: 300 },
  { name: 'second-factor-day', quota: 60, windowSeconds: 86_400 },
];

/**
 * Accepts a code of the app or a recovery code, each once. Wrong codes of the app are counted by `guesser`, so that
 * nobody uses up the guesses of somebody else. Recovery codes cannot be guessed and always work. Throws rate_limited.
 */
export async function useSecondFactor(accountId: number, guesser: string, given: string): Promise<boolean> {
  const code = given.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(accountId, code);
  const counted: string[] = [];
  for (const { name, quota, windowSeconds } of codeLimits) {
    const key = `${name} ${guesser}`;
    // A refused code counts nowhere: otherwise a minute of them would use up the day.
    if ((await takeQuota(db, key, quota, windowSeconds)).length === 0) {
      for (const taken of counted) await returnQuota(db, taken);
      throw new DomainError('rate_limited', t('errors.too-many-codes'));
    }
    counted.push(key);
  }
  const stored = await findTotp(accountId);
  const step = stored ? await stepOf(stored.secret, code) : null;
  const isRight = step !== null && (await useStep(accountId, step));
  if (isRight) for (const key of counted) await returnQuota(db, key);
  return isRight;
}

async function useRecoveryCode(accountId: number, code: string): Promise<boolean> {
  const hash = new Uint8Array(hashRecoveryCode(accountId, code));
  const used = await prisma().recoveryCode.deleteMany({ where: { accountId, hash, member: { totp: confirmed } } });
  return used.count > 0;
}

/** Returns false if a code of this or a later step was used before: each code works once (RFC 6238 §5.2). */
async function useStep(accountId: number, step: number): Promise<boolean> {
  const where = { accountId, lastStep: { lt: step }, ...confirmed };
  return (await prisma().totp.updateMany({ where, data: { lastStep: step } })).count > 0;
}

/** Returns the time step of the code, or null for a wrong one. */
async function stepOf(encryptedSecret: Uint8Array, given: string): Promise<number | null> {
  const token = given.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = await totpOf(decrypt(encryptedSecret));
  const timestamp = Date.now();
  const delta = totp.validate({ token, timestamp, window: tolerance });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
