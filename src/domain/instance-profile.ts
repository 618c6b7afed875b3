/** What the instance says of itself, and whom it lets in: as its operator last said, before that as the environment does. */
import { mergeSetting, selectSetting } from '../db/sql/settings.ts';
import { db } from '../db/statement.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { config } from '../lib/config.ts';

export interface InstanceProfile {
  name: string;
  /** Markdown. */
  description: string;
  /** Markdown. */
  rules: string;
  /** Whom to write to: an address, or a page. */
  contact: string;
  registration: typeof config.registration;
}

const key = 'instance';
/** How long, in ms, a change made by another process may take to be noticed. */
const freshFor = 2_000;

const first: InstanceProfile = {
  name: config.host,
  description: '',
  rules: '',
  contact: '',
  registration: config.registration,
};

let known: { profile: Promise<InstanceProfile>; until: number } | undefined;
let last: InstanceProfile | undefined;

async function load(): Promise<InstanceProfile> {
  try {
    const [row] = await selectSetting(db, key);
    last = { ...first, ...(row?.value as Partial<InstanceProfile> | undefined) };
    return last;
  } catch (error) {
    if (last) return last;
    throw error;
  }
}

/** While the database is away, what was known last. */
export function getInstanceProfile(): Promise<InstanceProfile> {
  if (known && known.until > performance.now()) return known.profile;
  const profile = load();
  known = { profile, until: performance.now() + freshFor };
  profile.catch(() => {
    known = undefined;
  });
  return profile;
}

export const updateInstanceProfile = (changes: Partial<InstanceProfile>): Promise<void> =>
  transact((tx) => setInstanceProfile(tx, changes));

/** What is not named stays. */
export async function setInstanceProfile(tx: Tx, changes: Partial<InstanceProfile>): Promise<void> {
  await mergeSetting(tx, key, JSON.stringify(changes));
  tx.afterCommit(() => {
    known = undefined;
  });
}
