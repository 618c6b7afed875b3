/** Creates the challenges that passkeys sign. They travel in the form, encrypted, and each is answered once. */
import { randomBytes } from 'node:crypto';
import { useChallenge } from '../../db/sql/log-in.ts';
import { db } from '../../db/statement.ts';
import { decrypt, encrypt } from '../../lib/secrets.ts';

const ttlSeconds = 10 * 60;

/** Id of the session, which may answer it. Null is for a log-in, where there is none yet. */
type Owner = number | null;

export interface PasskeyChallenge {
  /** Base64url, for the browser. */
  challenge: string;
  /** For the form. */
  state: string;
}

export function createChallenge(owner: Owner): PasskeyChallenge {
  const challenge = randomBytes(32).toString('base64url');
  const content = { passkey: { challenge, owner, until: Date.now() + ttlSeconds * 1_000 } };
  return { challenge, state: encrypt(Buffer.from(JSON.stringify(content))).toString('base64url') };
}

/** Returns the challenge, or null for an outdated one, for that of another session, and for one that was used. */
export async function takeChallenge(state: string, owner: Owner): Promise<string | null> {
  const stored = read(state);
  if (!stored || stored.owner !== owner || stored.until < Date.now()) return null;
  const [first] = await useChallenge(db, `passkey ${stored.challenge}`, ttlSeconds);
  return first ? stored.challenge : null;
}

function read(state: string): { challenge: string; owner: Owner; until: number } | null {
  try {
    return JSON.parse(decrypt(Buffer.from(state, 'base64url')).toString()).passkey ?? null;
  } catch {
    return null;
  }
}
