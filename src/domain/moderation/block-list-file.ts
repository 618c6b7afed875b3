/** Reads and writes lists of rules for other servers, in the CSV of Mastodon's administration or the JSON of its API. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { csvLine } from '../../lib/csv.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { blockRule, type DomainBlock, type DomainRule, type Severity, severities } from './domain-blocks.ts';
import { parseHost } from './host-name.ts';

/** Longer lists are refused. */
export const maxListLines = 20_000;
const maxComment = 500;

export interface ListedRule extends DomainRule {
  host: string;
}

export interface BlockListFile {
  rules: ListedRule[];
  /** Names that could not be read: obfuscated ones without a digest of a known server, and no names of servers. */
  skipped: string[];
}

type Row = Record<string, unknown>;

/**
 * An obfuscated name, such as `b**.example`, is read by its SHA-256 `digest` if that is the digest of one of `knownHosts`. Of
 * several lines for a host the last counts. Throws validation_failed on `list`.
 */
export function readBlockList(text: string, knownHosts: string[] = []): BlockListFile {
  const rows = /^\s*\[/.test(text) ? readJson(text) : readCsv(text);
  if (rows.length > maxListLines) throw invalid('list', t('errors.block-list-too-long', { maxListLines }));
  const hostByDigest = new Map(knownHosts.map((host) => [digestOf(host), host]));
  const rules = new Map<string, ListedRule>();
  const skipped: string[] = [];
  for (const row of rows) {
    const name = textOf(row.domain).trim();
    const host = name.includes('*') ? hostByDigest.get(textOf(row.digest).toLowerCase()) : hostOf(name);
    if (host) rules.set(host, { host, ...ruleOf(row) });
    else if (name !== '') skipped.push(name);
  }
  return { rules: [...rules.values()], skipped };
}

function hostOf(name: string): string | undefined {
  try {
    return parseHost(name);
  } catch {
    return undefined;
  }
}

const digestOf = (host: string) => createHash('sha256').update(host).digest('hex');

/** A line without a severity blocks, as in lists that are only names. */
function ruleOf(row: Row): DomainRule {
  const severity = severities.find((each) => each === textOf(row.severity).toLowerCase()) ?? 'suspend';
  return {
    ...{ severity: severity satisfies Severity, rejectMedia: isTrue(row.reject_media) },
    ...{ rejectReports: isTrue(row.reject_reports), obfuscate: isTrue(row.obfuscate) },
    publicComment: textOf(row.public_comment ?? row.comment).slice(0, maxComment),
    privateComment: textOf(row.private_comment).slice(0, maxComment),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
const isTrue = (value: unknown): boolean => value === true || /^(true|1|yes)$/i.test(textOf(value));

function readJson(text: string): Row[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list))
      return list.filter((each): each is Row => typeof each === 'object' && each !== null);
  } catch {}
  throw invalid('list', t('errors.block-list-neither-csv-nor-json'));
}

/** The columns are named by the first line, with or without `#`. A list without such a line is a list of names. */
function readCsv(text: string): Row[] {
  try {
    const lines: string[][] = parse(text, {
      ...{ bom: true, trim: true, relaxColumnCount: true, skipEmptyLines: true, toLine: maxListLines + 2 },
    });
    const [first = [], ...rest] = lines;
    const names = first.map((name) => name.replace(/^#/, '').toLowerCase());
    if (!names.includes('domain')) return lines.map(([domain]) => ({ domain }));
    return rest.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));
  } catch {
    throw invalid('list', t('errors.csv-unreadable'));
  }
}

const columns = ['#domain', '#severity', '#reject_media', '#reject_reports', '#public_comment', '#obfuscate'];

/** In the format of Mastodon, which has no private comments. */
export const writeBlockList = (blocks: DomainBlock[]): string =>
  [
    csvLine(columns),
    ...blocks.map(({ host, severity, rejectMedia, rejectReports, publicComment, obfuscate }) =>
      csvLine([host, severity, rejectMedia, rejectReports, publicComment, obfuscate]),
    ),
  ].join('');

export const writeAllowList = (hosts: string[]): string =>
  [csvLine(['#domain']), ...hosts.map((host) => csvLine([host]))].join('');

/** Whether a listed rule is the one that exists. */
export const isSameRule = (one: DomainRule, other: DomainRule): boolean =>
  Object.keys(blockRule).every((key) => one[key as keyof DomainRule] === other[key as keyof DomainRule]);
