/** Stores the instance's name, description, rules and registration mode; defaults come from the environment. Its pictures are those of its actor. */
import { mergeSetting, selectInstancePictures, selectSetting } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { config } from '../../lib/config.ts';
import { instanceUsername } from '../../lib/instance-actor.ts';

export interface InstanceSettings {
  name: string;
  /** Markdown. */
  description: string;
  /** Markdown. */
  rules: string;
  /** An e-mail address or the URL of a page. */
  contact: string;
  registration: typeof config.registration;
  /** The colour of actions, `#rrggbb`. Empty for the usual tomato red. */
  accent: string;
  /** Whether people who sign up must confirm their e-mail address. Counts only while e-mail is on. */
  confirmation: 'optional' | 'required';
  /** Who may invite others, also while registration is closed. */
  invitations: 'nobody' | 'moderators' | 'everybody';
}

export interface InstanceProfile extends InstanceSettings {
  /** Keys of pictures. */
  logoKey: string | null;
  coverKey: string | null;
}

const key = 'instance';
/** Changes made by another process are visible after this time. */
const cacheTtlMs = 2_000;

const defaults: InstanceSettings = {
  name: config.host,
  description: '',
  rules: '',
  contact: '',
  accent: '',
  registration: config.registration,
  confirmation: 'optional',
  invitations: 'nobody',
};

let cached: { profile: Promise<InstanceProfile>; until: number } | undefined;
let lastLoaded: InstanceProfile | undefined;

async function load(): Promise<InstanceProfile> {
  try {
    const [[row], [pictures = { logoKey: null, coverKey: null }]] = await Promise.all([
      selectSetting(db, key),
      selectInstancePictures(db, instanceUsername),
    ]);
    lastLoaded = { ...defaults, ...(row?.value as Partial<InstanceSettings> | undefined), ...pictures };
    return lastLoaded;
  } catch (error) {
    if (lastLoaded) return lastLoaded;
    throw error;
  }
}

/** Returns the last known profile while the database is not reachable. */
export function getInstanceProfile(): Promise<InstanceProfile> {
  if (cached && cached.until > performance.now()) return cached.profile;
  const profile = load();
  cached = { profile, until: performance.now() + cacheTtlMs };
  profile.catch(() => {
    cached = undefined;
  });
  return profile;
}

export const updateInstanceProfile = (changes: Partial<InstanceSettings>): Promise<void> =>
  transact((tx) => setInstanceProfile(tx, changes));

/** Keeps the values that `changes` does not name. */
export async function setInstanceProfile(tx: Tx, changes: Partial<InstanceSettings>): Promise<void> {
  await mergeSetting(tx, key, JSON.stringify(changes));
  tx.afterCommit(forgetInstanceProfile);
}

/** The next reader in this process reads it again. */
export function forgetInstanceProfile(): void {
  cached = undefined;
}
