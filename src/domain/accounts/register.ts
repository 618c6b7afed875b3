/** Creates local accounts. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { isUniqueViolation } from '../../db/errors.ts';
import { nextAccountId } from '../../db/sql/accounts.ts';
import { selectHasOwner } from '../../db/sql/moderation.ts';
import { type PrismaTx, type Tx, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { invalid } from '../../lib/errors.ts';
import { instanceUsername, iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { limitConcurrency } from '../../lib/semaphore.ts';
import { type Account, checkUsername, findAccountByHandle, getAccount } from './account.ts';
import { generateKeys, storeKeys } from './keys.ts';

// Validates the e-mail address that members may leave for the administrators

const maxLength = 254;

/** Returns null for an empty text. Throws validation_failed on `email`. */
export function parseEmail(text: string): string | null {
  const email = text.trim();
  if (email === '') return null;
  if (email.length > maxLength || !/^[^\s@]+@[^\s@]+$/.test(email) || !email.isWellFormed())
    throw invalid('email', t('errors.not-an-e-mail-address'));
  return email;
}

// Hashes and verifies passwords with scrypt; each hash carries its own parameters

/** OWASP's minimum for a memory of 32 MiB per hash. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const maxmem = 64 * 2 ** 20;
const saltBytes = 16;
const hashBytes = 32;
const minLength = 10;
/** Two of the four threads that also read files and resolve names, and 64 MiB. */
const maxHashing = 2;
/** The last one waits about 4 s on a slow core. */
const maxWaiting = 20;
const withPermit = limitConcurrency(maxHashing, maxWaiting);

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  const hash = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  return withPermit(hash);
}

/** Throws unavailable while too many passwords are being hashed, like `verifyPassword`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** An unknown member (`null`) takes as long as a wrong password, so that timing reveals nothing. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? unknownHash).split('$');
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt!, 'base64url'), parameters);
  return timingSafeEqual(derived, Buffer.from(key!, 'base64url')) && hash !== null;
}

const unknownHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${Buffer.alloc(hashBytes).toString('base64url')}`;

/** True if the hash was made with other parameters than new ones. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(`scrypt$${cost.N}$${cost.r}$${cost.p}$`);
}

/** Throws validation_failed on `password`. */
export function checkPassword(password: string): void {
  if (password.length < minLength) throw invalid('password', t('errors.too-few-characters', { minLength }));
}

/** Generates 128 random bits, for accounts created without a password. */
export function generatePassword(): string {
  return randomBytes(16).toString('base64url');
}

// Creates local accounts with their keys: members, and the instance actor

interface Registration {
  username: string;
  name?: string;
  /** Without a password nobody can log in. */
  password?: string;
  email?: string | null;
  /** When the address was confirmed. Null or absent if it was not. */
  emailConfirmedAt?: Date | null;
  /** An administrator, or the owner if the server has none. */
  admin?: boolean;
  /** In which the member reads. */
  language?: string | null;
  /** The member whose invitation was used. */
  invitedById?: number | null;
  /** Whether the new member follows the one who invited. */
  followsInviter?: boolean;
}

/** Throws validation_failed on `name` when it is taken or not allowed. `also` runs inside the transaction. */
export async function register(
  { password, ...who }: Registration,
  also?: (tx: PrismaTx) => Promise<void>,
): Promise<Account> {
  checkUsername(who.username);
  const passwordHash = password === undefined ? '' : await hashPassword(password);
  return createMemberAccount(who, async (tx) => {
    await also?.(tx);
    return passwordHash;
  });
}

/** `admit` runs inside the transaction. It returns the password hash, or throws to create no account. */
export async function createMemberAccount(
  { username, name = username, admin = false, followsInviter = false, ...who }: Omit<Registration, 'password'>,
  admit: (tx: PrismaTx) => Promise<string>,
): Promise<Account> {
  const { email, emailConfirmedAt, language, invitedById } = who;
  try {
    return await create({ username, name, actorType: 'Person' }, async (tx, accountId) => {
      const role = admin ? await highestRole(tx) : 'member';
      const passwordHash = await admit(tx);
      await tx.prisma.member.create({
        data: { accountId, passwordHash, role, email, emailConfirmedAt, language, invitedById },
      });
      if (followsInviter && invitedById) await followInviter(tx, accountId, invitedById);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid('name', t('errors.taken'));
    throw error;
  }
}

/** Finds or creates the actor that signs outgoing GET requests. */
export async function ensureInstanceActor(): Promise<Account> {
  const existing = await findAccountByHandle(instanceUsername);
  if (existing) return existing;
  try {
    return await create({ username: instanceUsername, name: instanceUsername, actorType: 'Application' });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await findAccountByHandle(instanceUsername))!;
  }
}

type Creation = Pick<Account, 'username' | 'name' | 'actorType'>;

async function create(
  { username, name, actorType }: Creation,
  also?: (tx: PrismaTx, accountId: number) => Promise<void>,
): Promise<Account> {
  const keys = await generateKeys();
  return transactWithPrisma(async (tx) => {
    const [{ id } = { id: 0 }] = await nextAccountId(tx);
    await tx.prisma.account.create({
      data: {
        id,
        username,
        name,
        actorType,
        handle: username,
        state: 'loaded',
        iri: iris.actor(id),
        url: iris.profilePage(username),
        inbox: iris.inbox(id),
        sharedInbox: iris.sharedInbox(),
        outbox: iris.outbox(id),
        followersIri: iris.followers(id),
        followingIri: iris.following(id),
        featuredIri: iris.featured(id),
        discoverable: actorType === 'Person',
        indexable: actorType === 'Person',
      },
    });
    await storeKeys(tx, id, keys);
    await also?.(tx, id);
    return getAccount(id, tx);
  });
}

async function followInviter(tx: Tx, accountId: number, inviterId: number): Promise<void> {
  const { username } = await getAccount(inviterId, tx);
  await enqueue(tx, jobs.followAddress, { accountId, address: `${username}@${config.host}` });
}

/** A server without an owner gets one, since only owners can make owners. */
async function highestRole(tx: Tx): Promise<'admin' | 'owner'> {
  const [found] = await selectHasOwner(tx);
  return found?.has_owner ? 'admin' : 'owner';
}
