/** The server’s profile, origin, set-up and statistics. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { setting } from '../../db/setting.ts';
import { selectHasAdministrator, selectHasMembers } from '../../db/sql/access.ts';
import {
  countJobs,
  countOpenDeliveries,
  countTasks,
  type InstanceCounts,
  mergeSetting,
  rewriteOrigin,
  selectHasRemoteAccounts,
  selectInstancePictures,
  selectIsServed,
  selectSetting,
  type TaskCounts,
} from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, type Tx, transact } from '../../db/transaction.ts';
import { cacheValue, cacheVariable } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { DomainError } from '../../lib/errors.ts';
import { instanceUsername } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { recordAdminAction } from '../roles/admin-log.ts';
import type { Moderator } from '../roles/permissions.ts';
import { getContents } from './usage.ts';

// Stores the instance's name, description, rules and registration mode; defaults come from the environment. Its
// pictures are those of its actor.

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

const profileKey = 'instance';
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

const lastLoaded = cacheVariable<InstanceProfile | undefined>(undefined);

const profile = cacheValue(cacheTtlMs, async (): Promise<InstanceProfile> => {
  try {
    const [[row], [pictures = { logoKey: null, coverKey: null }]] = await Promise.all([
      selectSetting(db, profileKey),
      selectInstancePictures(db, instanceUsername),
    ]);
    lastLoaded.current = { ...defaults, ...(row?.value as Partial<InstanceSettings> | undefined), ...pictures };
    return lastLoaded.current;
  } catch (error) {
    if (lastLoaded.current) return lastLoaded.current;
    throw error;
  }
});

/** Returns the last known profile while the database is not reachable. */
export const getInstanceProfile = (): Promise<InstanceProfile> => profile.get();

export const updateInstanceProfile = (moderator: Moderator, changes: Partial<InstanceSettings>): Promise<void> =>
  transact(async (tx) => {
    await setInstanceProfile(tx, changes);
    const subject = changes.registration ?? '';
    await recordAdminAction(tx, moderator, { action: 'change-instance', subject });
  });

/** Keeps the values that `changes` does not name. */
export async function setInstanceProfile(tx: Tx, changes: Partial<InstanceSettings>): Promise<void> {
  await mergeSetting(tx, profileKey, JSON.stringify(changes));
  tx.afterCommit(forgetInstanceProfile);
}

/** The next reader in this process reads it again. */
export const forgetInstanceProfile = (): void => profile.clear();

// Records the origin that every local IRI begins with, and refuses to change it once other servers know it

/** Thrown at start; the message tells the operator what to do. */
export class OriginChanged extends Error {
  override readonly name = 'OriginChanged';
}

const origin = setting('base_url', z.string());

/**
 * Stores the origin. Rewrites all IRIs if it changed, but only while no other server is known and none runs on this
 * database. Throws OriginChanged.
 */
export async function claimOrigin(): Promise<void> {
  await transact(async (tx) => {
    const previous = await findStoredOrigin(tx);
    if (previous === config.baseUrl) return;

    if (previous !== null) {
      const [{ has_remote } = { has_remote: false }] = await selectHasRemoteAccounts(tx);
      if (has_remote) {
        throw new OriginChanged(
          `BASE_URL is ${config.baseUrl}, but this database belongs to ${previous}, and other servers know it by ` +
            `that name: set BASE_URL=${previous}`,
        );
      }
      const [{ is_served } = { is_served: false }] = await selectIsServed(tx);
      if (is_served) {
        throw new OriginChanged(
          `BASE_URL is ${config.baseUrl}, but a server with BASE_URL=${previous} runs on this database: stop it ` +
            'first, and all addresses change when this one starts; or give this one a database of its own',
        );
      }
      await rewriteOrigin(tx, previous, config.baseUrl);
    }
    await origin.store(config.baseUrl, tx);
  });
}

/** For CLI commands: stores the origin if there is none, but never changes it. Throws OriginChanged. */
export async function verifyOrigin(): Promise<void> {
  const stored = await findStoredOrigin();
  if (stored === null) return claimOrigin();
  if (stored === config.baseUrl) return;
  throw new OriginChanged(
    `BASE_URL is ${config.baseUrl}, but this database belongs to ${stored}: set BASE_URL=${stored}, like the server`,
  );
}

/** Returns null before the first start. */
export const findStoredOrigin = origin.find;

// Tells whether somebody has an account here

const wasSetUp = cacheVariable(false);

/** False until the first account exists. Remembers when it is true. */
export async function isSetUp(): Promise<boolean> {
  if (wasSetUp.current) return true;
  const [row] = await selectHasMembers(db);
  wasSetUp.current = row?.has_members ?? false;
  return wasSetUp.current;
}

// Issues and checks the one-time token with which the first administrator opens the set-up page

const tokenKey = 'setup_token';
const storedDigest = setting(tokenKey, z.string());

/** Returns a new token, or null once there is an administrator. Only the token's hash is stored. */
export async function renewSetupToken(): Promise<string | null> {
  const [{ has_administrator } = { has_administrator: false }] = await selectHasAdministrator(db);
  if (has_administrator) return null;
  const token = randomBytes(24).toString('base64url');
  await storedDigest.store(digestOf(token));
  return token;
}

export const setupLink = (token: string): string => `${config.baseUrl}/setup?token=${token}`;

/** Whether this is the latest token and nobody has used it. */
export async function isSetupToken(token: string): Promise<boolean> {
  const stored = await storedDigest.find();
  return stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(digestOf(token)));
}

/** Throws forbidden. */
export async function checkSetupToken(token: string): Promise<void> {
  if (!(await isSetupToken(token))) throw used();
}

/** Makes the token invalid. Of concurrent calls only one succeeds; the others throw forbidden. */
export async function consumeSetupToken(tx: PrismaTx, token: string): Promise<void> {
  const { count } = await tx.prisma.setting.deleteMany({
    where: { key: tokenKey, value: { equals: digestOf(token) } },
  });
  if (count === 0) throw used();
}

const used = () => new DomainError('forbidden', t('errors.setup-link-used'));

const digestOf = (token: string) => hash('sha256', token, 'base64url');

// Collects the figures of the admin pages

interface Statistics extends InstanceCounts, TaskCounts {
  /** In seconds. */
  oldestDue: number;
  quarantined: number;
  /** Deliveries. */
  pending: number;
  failed: number;
}

export async function collectStatistics(): Promise<Statistics> {
  const [counts, [tasks], jobs, [deliveries]] = await Promise.all([
    getContents(),
    countTasks(db),
    countJobs(db),
    countOpenDeliveries(db),
  ]);
  return {
    ...counts,
    ...tasks!,
    ...deliveries!,
    oldestDue: Math.max(0, ...jobs.map(({ oldest_due }) => oldest_due)),
    quarantined: jobs.reduce((sum, { quarantined }) => sum + quarantined, 0),
  };
}

export const countJobsByName = () => countJobs(db);
