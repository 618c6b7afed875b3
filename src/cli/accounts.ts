/** Commands on accounts, tokens and follows. */
import type { MemberRole } from '../db/vocabulary.ts';
import { turnOffSecondFactor } from '../domain/access/second-factor.ts';
import { createToken } from '../domain/access/tokens.ts';
import { type Account, findAccountByIri } from '../domain/accounts/account.ts';
import { discoverAccount } from '../domain/accounts/discover.ts';
import { verifySecret } from '../domain/accounts/keys.ts';
import { checkPassword, generatePassword, register } from '../domain/accounts/register.ts';
import { lookUpAccount, waitForFirstFetch } from '../domain/accounts/remote.ts';
import { renewSetupToken, setupLink } from '../domain/instance/instance.ts';
import { follow, getRelationships } from '../domain/interactions/follow.ts';
import { moveAway } from '../domain/migration/move.ts';
import {
  getActiveMember,
  getMember,
  listMembers,
  type Member,
  resetPassword,
  setRole,
} from '../domain/moderation/members.ts';
import { operator } from '../domain/roles/permissions.ts';
import { config } from '../lib/config.ts';
import { DomainError, notFound } from '../lib/errors.ts';
import { originOf } from '../lib/iris.ts';
import { CommandFailure, type Print } from './command.ts';
import { withDatabase } from './database.ts';
import { day, readStdin, table } from './input.ts';

// Finds accounts that the operator names by `name`, `name@host` or the IRI of an actor

/**
 * Waits until a worker of the running server has fetched the account. An account that could not be fetched in time is
 * returned in state `unknown`. Throws not_found with the reason.
 */
async function findAddress(address: string, timeoutMs = 3_000): Promise<Account> {
  try {
    const found = await waitForFirstFetch(await find(address), timeoutMs);
    if (!found) throw notFound();
    return found;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw new DomainError('not_found', reasonFor(address));
  }
}

async function find(address: string): Promise<Account> {
  if (originOf(address) === null) return lookUpAccount(address);
  return (await findAccountByIri(address)) ?? discoverAccount({ iri: address });
}

function reasonFor(address: string): string {
  const isRemote = originOf(address) !== null || /.@./.test(address);
  return isRemote && !config.federates
    ? `${address} cannot be looked up: federation is off while BASE_URL is ${config.baseUrl}`
    : `there is no account ${address}`;
}

// Prints the link that creates the first administrator

export async function printSetupLink(print: Print) {
  const token = await withDatabase(renewSetupToken);
  if (token === null)
    throw new CommandFailure('there is an administrator already: "account create NAME --admin" creates another one');
  const link = setupLink(token);
  print(link);
  return { link };
}

// Creates a local account

interface NewAccount {
  display?: string;
  passwordStdin?: boolean;
  admin?: boolean;
}

export async function accountCreate(print: Print, username: string, { display, passwordStdin, admin }: NewAccount) {
  const chosen = passwordStdin ? (await readStdin()).replace(/\r?\n$/, '') : null;
  if (chosen !== null) checkPassword(chosen);
  const password = chosen ?? generatePassword();

  const { id } = await withDatabase(async () => {
    await verifySecret();
    return register({ username, name: display, password, admin });
  });
  print(`id        ${id}`);
  if (chosen === null) print(`password  ${password}`);
  return { id, name: username, password: chosen === null ? password : null };
}

// Lists local accounts

export const accountList = async (print: Print) => {
  const members = (await withDatabase(listMembers)).map(({ email: _, ...member }) => member);
  const rows = members.map((member) => [
    `${member.id}`,
    member.name,
    member.role,
    stateOf(member),
    day(member.createdAt),
    member.displayName,
  ]);
  for (const line of table(['id', 'name', 'role', 'state', 'since', 'display name'], rows)) print(line);
  return members;
};

const stateOf = ({ suspendedAt, state }: Pick<Member, 'suspendedAt' | 'state'>) => (suspendedAt ? 'suspended' : state);

// Gives a member a role

export const accountRole = (print: Print, name: string, role: MemberRole) =>
  withDatabase(async () => {
    const member = await getMember(name);
    await setRole(operator, member.id, role);
    print(`${member.name} has the role ${role}`);
    return { id: member.id, name: member.name, role };
  });

// Sets and prints a new password for a local account

export const accountResetPassword = (print: Print, name: string) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    const { password, passkeys } = await resetPassword(operator, id);
    print(password);
    if (passkeys.length > 0) print(`passkeys removed: ${passkeys.length}`);
    return { id, name: username, password, passkeysRemoved: passkeys.length };
  });

// Turns off two-factor authentication for a member who lost the phone and the recovery codes

export const accountDisableTwoFactor = (print: Print, name: string) =>
  withDatabase(async () => {
    const { id, name: username } = await getMember(name);
    await turnOffSecondFactor(id, username);
    print(`${username} logs in with the password alone`);
    return { id, name: username };
  });

// Moves a local account to an account on another server that lists it as an alias

export const accountMove = (print: Print, name: string, address: string) =>
  withDatabase(async () => {
    const { id, name: username } = await getActiveMember(name);
    await moveAway(id, address);
    print(`${username} has moved to ${address}; its followers are asked to follow the new account`);
    return { id, name: username, movedTo: address };
  });

// Creates an access token for the API

export const tokenCreate = (print: Print, { account, scope }: { account: string; scope: string }) => {
  const scopes = scope.split(/[\s,]+/).filter(Boolean);

  return withDatabase(async () => {
    const { id, name } = await getActiveMember(account);
    const token = await createToken({ accountId: id, scopes, name: 'command line' });
    print(token);
    return { token, account: name, scopes };
  });
};

// Prints what is stored about an account

export const lookup = async (print: Print, address: string) => {
  const account = await withDatabase(() => findAddress(address));
  print(`${nameOf(account)}  ${account.state}`);
  const known = describe(account);
  const shown = Object.entries(known).filter(
    ([key, value]) => value !== null && value !== '' && !['handle', 'state'].includes(key),
  );
  for (const [key, value] of shown) print(`  ${key.padEnd(15)}${value}`);
  return known;
};

export const nameOf = (account: Account): string => account.handle ?? account.iri ?? account.username;

export const describe = (account: Account) => ({
  id: account.id,
  handle: account.handle,
  name: account.name,
  state: account.state,
  iri: account.iri,
  url: account.url,
  followersCount: account.followersCount,
  followingCount: account.followingCount,
  fetchedAt: account.fetchedAt?.toISOString() ?? null,
  fetchFailures: account.fetchFailures,
  nextFetchAt: account.nextFetchAt?.toISOString() ?? null,
});

// Makes a local account follow another account, local or remote

const timeoutMs = 10_000;

export const followAccount = (print: Print, name: string, address: string) =>
  withDatabase(async () => {
    const follower = await getActiveMember(name);
    const account = await findAddress(address, timeoutMs);
    if (account.state === 'unknown') {
      throw new CommandFailure(
        `${nameOf(account)} was not found within ${timeoutMs / 1_000} s. ` +
          'Check that the server is running and the address is right, then try again',
        { state: 'unknown', account: describe(account) },
      );
    }

    await follow(follower.id, account.id);
    const [relationship] = await getRelationships(follower.id, [account.id]);
    const state = relationship?.following ? 'following' : 'requested';
    print(`${state} ${nameOf(account)}`);
    return { state, account: describe(account) };
  });
