/** Commands on reports, suspensions, servers and their rules. */
import { readFile } from 'node:fs/promises';
import type { DomainSeverity } from '../db/vocabulary.ts';
import { findAccountByHandle } from '../domain/accounts/account.ts';
import { getHost, listHosts, retryHost } from '../domain/instance/hosts.ts';
import { writeBlockList } from '../domain/moderation/block-list-file.ts';
import { importDomains } from '../domain/moderation/block-lists.ts';
import { decide, undoAll } from '../domain/moderation/decisions.ts';
import { blockDomain, listDomainBlocks, unblockDomain } from '../domain/moderation/domain-rules.ts';
import { suspend, unsuspend } from '../domain/moderation/members.ts';
import { listReports } from '../domain/moderation/reports.ts';
import { logged } from '../domain/roles/admin-log.ts';
import { operator } from '../domain/roles/permissions.ts';
import { decodeText } from '../lib/decode-text.ts';
import { DomainError } from '../lib/errors.ts';
import { CommandFailure, type Print } from './command.ts';
import { withDatabase } from './database.ts';
import { day, table } from './input.ts';

// Finds the account that a moderation command names: a member, or a known account on another server

/** Accepts `name` and `name@host`. Throws not_found. */
async function findModerated(name: string): Promise<{ id: number; name: string }> {
  const account = await findAccountByHandle(name);
  if (!account || account.deletedAt || account.actorType === 'Application')
    throw new DomainError('not_found', `there is no account ${name} on this server`);
  return { id: account.id, name: account.handle ?? account.username };
}

// Suspends a local account, or an account on another server

export const accountSuspend = (print: Print, name: string) =>
  withDatabase(async () => {
    const account = await findModerated(name);
    const suspendedAt = await suspend(account.id);
    print(`${account.name} has been suspended since ${suspendedAt.toISOString()}`);
    return { ...account, suspendedAt };
  });

// Lifts the suspension of an account

export const accountUnsuspend = (print: Print, name: string) =>
  withDatabase(async () => {
    const account = await findModerated(name);
    await unsuspend(account.id);
    print(`${account.name} is no longer suspended`);
    return account;
  });

// Limits an account: only its followers see it in public lists

export const accountLimit = (print: Print, name: string) =>
  withDatabase(async () => {
    const account = await findModerated(name);
    await decide(operator, { accountId: account.id, action: 'limit' });
    print(`${account.name} is limited`);
    return account;
  });

// Ends the limit of an account

export const accountUnlimit = (print: Print, name: string) =>
  withDatabase(async () => {
    const account = await findModerated(name);
    await undoAll(operator, account.id, 'limit');
    print(`${account.name} is no longer limited`);
    return account;
  });

// Lists the open reports

const maxReports = 100;

export const reportList = async (print: Print) => {
  const reports = await withDatabase(() => listReports({ limit: maxReports }));
  const rows = reports.map(({ id, account, reporter, category, comment, createdAt }) => [
    String(id),
    day(createdAt),
    account.handle ?? account.username,
    reporter?.handle ?? 'deleted',
    category,
    comment.slice(0, 60).replaceAll(/\s+/g, ' '),
  ]);
  if (rows.length === 0) print('no open reports');
  else for (const line of table(['id', 'since', 'about', 'by', 'category', 'comment'], rows)) print(line);
  return reports.map(({ id, account, reporter, category, comment, createdAt }) => ({
    id,
    category,
    comment,
    createdAt,
    account: account.handle,
    reporter: reporter?.handle ?? null,
  }));
};

// Makes a rule for a server and its subdomains: blocks it, unless another severity is named

interface RuleOptions {
  severity: DomainSeverity;
  rejectMedia?: boolean;
  rejectReports?: boolean;
  comment?: string;
}

export async function domainBlock(print: Print, host: string, options: RuleOptions) {
  const { severity, rejectMedia = false, rejectReports = false, comment = '' } = options;
  const rule = { severity, rejectMedia, rejectReports, privateComment: comment };
  const entry = {
    action: 'block-domain',
    subject: `${host}, ${severity}`,
    reason: comment,
  } as const;
  const block = await withDatabase(() => blockDomain(host, rule, logged(operator, entry)));
  const state = { suspend: 'blocked', silence: 'limited', noop: 'under a rule' }[severity];
  print(`${block.host} and its subdomains are ${state}`);
  return block;
}

// Ends the rule for a server

export const domainUnblock = async (print: Print, name: string) => {
  const host = await withDatabase(() =>
    unblockDomain(name, logged(operator, { action: 'unblock-domain', subject: name })),
  );
  print(`${host} is no longer blocked`);
  return { host };
};

// Lists the blocked servers

export const domainList = async (print: Print) => {
  const blocks = await withDatabase(listDomainBlocks);
  const rows = blocks.map(({ host, createdAt, severity, privateComment, publicComment }) => [
    host,
    day(createdAt),
    severity,
    privateComment || publicComment,
  ]);
  if (rows.length === 0) print('no server is blocked');
  else for (const line of table(['host', 'since', 'severity', 'comment'], rows)) print(line);
  return blocks;
};

// Imports rules for servers from a CSV file of Mastodon

export const domainImport = async (print: Print, file: string) => {
  const text = decodeText(await readFile(file));
  if (text === null) throw new CommandFailure(`${file} is no text`);
  const { added, changed, unchanged, skipped } = await withDatabase(() => importDomains(operator, text));
  print(
    `${added.length} rules added, ${changed.length} changed, ${unchanged} unchanged, ${skipped.length} lines skipped`,
  );
  return { added: added.length, changed: changed.length, unchanged, skipped };
};

// Prints the rules for servers as CSV that Mastodon imports

export const domainExport = async (print: Print) => {
  const blocks = await withDatabase(listDomainBlocks);
  for (const line of writeBlockList(blocks).trimEnd().split('\r\n')) print(line);
  return blocks;
};

// Lists the remote servers that this one delivers to

export const hostList = async (print: Print) => {
  const hosts = await withDatabase(() => listHosts());
  const rows = hosts.map(({ host, circuit, deliveries, lastSuccessAt, software }) => [
    host,
    circuit,
    `${deliveries.pending}`,
    `${deliveries.failed}`,
    lastSuccessAt ? day(lastSuccessAt) : '',
    software ?? '',
  ]);
  if (rows.length === 0) print('no other server is known');
  else
    for (const line of table(['host', 'circuit', 'pending', 'failed', 'last success', 'software'], rows)) print(line);
  return hosts;
};

// Prints the state of a remote server

export const hostShow = async (print: Print, name: string) => {
  const report = await withDatabase(() => getHost(name));
  const { host, circuit, deliveries, blocked, ...rest } = report;
  print(`${host}  ${blocked ? 'blocked' : circuit}`);
  for (const [key, value] of Object.entries({ ...deliveries, ...rest })) {
    if (value === null) continue;
    print(`  ${key.padEnd(15)}${value instanceof Date ? value.toISOString() : value}`);
  }
  return report;
};

// Retries failed and pending deliveries to a server now

export const hostRetry = async (print: Print, name: string) => {
  const retried = await withDatabase(() => retryHost(operator, name));
  print(`retrying ${retried.retried} deliveries to ${retried.host}`);
  return retried;
};
