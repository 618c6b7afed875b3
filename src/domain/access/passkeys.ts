/** Passkeys (WebAuthn): adds and removes them, and verifies log-ins with them. Loads the library at first use. */
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  deletePasskey,
  insertPasskey,
  recordPasskeyUse,
  selectPasskey,
  selectPasskeysOf,
} from '../../db/sql/log-in.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { config } from '../../lib/config.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { sign } from '../../lib/secrets.ts';
import { mailMember } from '../mail/mail.ts';
import { holdSession, type SessionOfMember } from './live-session.ts';
import { createChallenge, takeChallenge } from './passkey-challenge.ts';

const { hostname } = new URL(config.baseUrl);
/** Browsers bind passkeys to a domain name. */
export const arePasskeysPossible = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;

const maxPasskeys = 20;
const timeout = 300_000;
/** COSE numbers of Ed25519, ECDSA with P-256, and RSA. */
const algorithms = [-8, -7, -257];

interface Owner extends SessionOfMember {
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
  { accountId, sessionId, username }: Owner,
  rpName: string,
): Promise<PasskeyForm> {
  const { challenge, state } = createChallenge(sessionId);
  const known = await listPasskeys(accountId);
  const options = {
    ...{ challenge, timeout, rp: { id: hostname, name: rpName } },
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
  { accountId, sessionId, username }: Owner,
  name: string,
  { state, credential }: Answer,
): Promise<void> {
  const expectedChallenge = await takeChallenge(state, sessionId);
  const response = parse<RegistrationResponseJSON>(credential);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const found =
    expectedChallenge && response
      ? await verifyRegistrationResponse({
          ...{ response, expectedChallenge, requireUserVerification: true },
          ...{ expectedOrigin: config.baseUrl, expectedRPID: hostname, supportedAlgorithmIDs: algorithms },
        }).catch(() => null)
      : null;
  if (!found?.verified) throw invalid('credential', t('errors.passkey-refused'));
  const { id, publicKey, counter } = found.registrationInfo.credential;
  await transact(async (tx) => {
    await holdSession(tx, { accountId, sessionId });
    const added = await insertPasskey(tx, accountId, id, Buffer.from(publicKey), counter, name, maxPasskeys);
    if (added.length === 0)
      throw invalid('credential', t('errors.passkey-known-or-too-many', { maxPasskeys }));
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
  const [known] = await selectPasskey(db, response.id);
  if (!known) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const found = await verifyAuthenticationResponse({
    ...{ response, expectedChallenge, requireUserVerification: true },
    ...{ expectedOrigin: config.baseUrl, expectedRPID: hostname },
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(known.publicKey),
      counter: known.counter,
    },
  }).catch(() => null);
  if (!found?.verified) return null;
  await recordPasskeyUse(db, known.id, found.authenticationInfo.newCounter);
  return known.accountId;
}

function parse<T extends { id: string }>(text: string): T | null {
  try {
    const value = JSON.parse(text) as T | null;
    return typeof value?.id === 'string' ? value : null;
  } catch {
    return null;
  }
}

export const listPasskeys = (accountId: number) => selectPasskeysOf(db, accountId);

/** Does nothing if the member has no such passkey. */
export async function removePasskey(
  { accountId, username }: Omit<Owner, 'sessionId'>,
  id: number,
): Promise<void> {
  await transact(async (tx) => {
    if ((await deletePasskey(tx, accountId, id)).length === 0) return;
    await mailMember(tx, accountId, 'second-factor-changed', { username, change: 'passkey-removed' });
  });
}
