/** New accounts of ours. */

import { isUniqueViolation } from '../../db/errors.ts';
import { nextAccountId } from '../../db/sql/accounts.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { type Account, type ActorType, findAccountByHandle, getAccount } from './account.ts';
import { generateKeys, storeKeys } from './keys.ts';
import { hashPassword } from './password.ts';
import { checkUsername } from './username.ts';

export interface Registration {
  username: string;
  name?: string;
  /** Without one nobody can log in. */
  password?: string;
  admin?: boolean;
}

/** Throws validation_failed on `name` when it is taken or not allowed. */
export async function register({ username, name, password, admin = false }: Registration): Promise<Account> {
  checkUsername(username);
  const passwordHash = password === undefined ? '' : await hashPassword(password);
  try {
    return await create({
      username,
      name: name ?? username,
      actorType: 'Person',
      member: { passwordHash, admin },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid('name', 'is already taken');
    throw error;
  }
}

export const instanceName = 'instance';

/** The account that signs our GETs; made once. */
export async function ensureInstanceActor(): Promise<Account> {
  const existing = await findAccountByHandle(instanceName);
  if (existing) return existing;
  try {
    return await create({ username: instanceName, name: instanceName, actorType: 'Application' });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await findAccountByHandle(instanceName))!;
  }
}

interface Creation {
  username: string;
  name: string;
  actorType: ActorType;
  member?: { passwordHash: string; admin: boolean };
}

async function create({ username, name, actorType, member }: Creation): Promise<Account> {
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
    if (member) {
      await tx.prisma.member.create({
        data: { accountId: id, passwordHash: member.passwordHash, role: member.admin ? 'admin' : 'member' },
      });
    }
    return getAccount(id, tx);
  });
}
