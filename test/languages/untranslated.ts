/**
 * Finds text that is not in the catalogue of messages.
 *
 *   node test/languages/untranslated.ts [folder]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const root = resolve(import.meta.dirname, '../..');

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

export interface Finding {
  file: string;
  line: number;
  text: string;
}

/**
 * These write for operators on a terminal, for logs, for programs, around an English page of others, or marks of a text
 * that a form reads back.
 */
const isForOthers = (file: string) =>
  /^src\/(cli|boot|db|messages|lib\/(log|config|data-folder|fetch|archive|storage|mail-transport)|web\/site\/docs)/.test(
    file,
  ) ||
  [
    'src/web/assets.ts',
    'src/web/admin/queue-board.ts',
    'src/web/write/recipe-text.ts',
    'src/web/write/rows.ts',
    'src/cli.ts',
    'src/main.ts',
    'src/start.ts',
  ].includes(file);

/** Texts in these files are shown on pages and in e-mails. In other files, only errors and problems reach a reader. */
const isWritten = (file: string) => /^src\/(web|domain\/mail)\//.test(file);

/** Names of products, formats and other things that are the same in every language. */
const names =
  /^(?:Potluck|Markdown|Mastodon|Pixelfed|ActivityPub|API|URL|OpenAPI|QR|JSON|CSV|PDF|RSS|Atom|Cooklang|Paprika|PostgreSQL|Redis|S3|GNU|TOTP|UTC|ID|kcal|Bull Board|AND|OR)$/;

/** Attributes whose values people read. */
const readAttribute = /\s(?:aria-label|aria-description|title|placeholder|alt|label)="([^"]*)"/g;
const isReadAttribute = (name: string) => ` ${name}=""`.match(readAttribute) !== null;
const hole = '\u0000';

const sourceFiles = (folder: string) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));

const parse = (source: string, file: string) =>
  parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;

export function findUntranslated(folder = 'src'): Finding[] {
  return sourceFiles(folder)
    .filter((file) => !isForOthers(file))
    .flatMap((file) => findUntranslatedIn(readFileSync(join(root, file), 'utf8'), file));
}

export function findUntranslatedIn(source: string, file: string): Finding[] {
  const findings: Finding[] = [];
  const report = (node: Node, text: string) =>
    findings.push({
      file,
      line: source.slice(0, node.start).split('\n').length,
      text: text.replaceAll(hole, '…').trim(),
    });
  visit(parse(source, file), { isWritten: isWritten(file), report });
  return findings;
}

interface Visit {
  isWritten: boolean;
  report(node: Node, text: string): void;
}

function visit(node: Node, context: Visit): void {
  if (skipped(node)) return;
  if (isErrorCall(node)) {
    for (const argument of node.arguments as Node[]) visitErrorText(argument, context);
    return;
  }
  if (node.type === 'Property' && (node.key as Callee).name === 'problem') {
    visitErrorText(node.value as Node, context);
    return;
  }
  if (node.type === 'TaggedTemplateExpression' && (node.tag as Node).name === 'html') {
    for (const text of textsOfHtml(template(node.quasi as Node))) context.report(node, text);
    for (const child of (node.quasi as { expressions: Node[] }).expressions) visit(child, context);
    return;
  }
  if (node.type === 'JSXText') {
    for (const text of textsOfHtml(String(node.value))) context.report(node, text);
    return;
  }
  if (node.type === 'JSXAttribute') {
    visitAttribute(node, context);
    return;
  }
  if (context.isWritten) {
    const text = literalText(node);
    if (text !== null && looksWritten(text)) context.report(node, text);
  }
  for (const child of childrenOf(node)) visit(child, context);
}

/** Plain values are texts only in the attributes that people read. */
function visitAttribute({ name, value }: Node, context: Visit): void {
  if (!value) return;
  const text = literalText(value as Node);
  if (text === null) visit(value as Node, context);
  else if (isReadAttribute(String((name as Callee).name)) && isText(text)) context.report(value as Node, text);
}

/** Types, imports, what is thrown for programmers, and values of JSON-LD, cookies and headers. */
function skipped({ type, callee, key }: Node): boolean {
  if (type === 'Property') {
    const { name, value } = key as { name?: string; value?: unknown };
    return /^(?:@type|sameSite|vary)$/.test(String(name ?? value));
  }
  if (type === 'NewExpression') return /^(?:Error|TypeError|URL|RegExp|Intl)/.test(String((callee as Node).name));
  return /^(?:Import|ExportAll|TS(?!AsExpression|SatisfiesExpression|NonNull))/.test(type);
}

function childrenOf(node: Node): Node[] {
  const isObjectKey = node.type === 'Property' || node.type === 'MemberExpression';
  return Object.entries(node).flatMap(([name, value]) => {
    if (isObjectKey && (name === 'key' || name === 'property') && !node.computed) return [];
    if (Array.isArray(value)) return value.filter((each): each is Node => typeof each?.type === 'string');
    return value && typeof (value as Node).type === 'string' ? [value as Node] : [];
  });
}

interface Callee {
  name?: string;
  object?: Callee;
  property?: Callee;
}

const errorCalls = ['invalid', 'DomainError', 'refusal', 'addProblem'];

/** Calls of `invalid`, and additions to `problems` or `context.problems`. */
function isErrorCall({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' && type !== 'NewExpression') return false;
  const { name, object, property } = callee as Callee;
  if (property?.name === 'push') return /^(?:problems|reasons)$/.test(String(object?.property?.name ?? object?.name));
  return errorCalls.includes(String(name ?? property?.name));
}

/** The first argument of an error is a code or a field; the rest is its message. */
function visitErrorText(node: Node, context: Visit): void {
  const text = literalText(node);
  if (text !== null && /\p{L}+ \p{L}/u.test(text)) context.report(node, text);
  if (node.type === 'CallExpression') visit(node, context);
  else for (const child of childrenOf(node)) visitErrorText(child, context);
}

function literalText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  return node.type === 'TemplateLiteral' ? template(node) : null;
}

const template = (node: Node) =>
  (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(hole);

/** A sentence, or a word with a capital letter that is not the name of a header or a type. */
function looksWritten(text: string): boolean {
  if (
    /^[\w.-]+\.[\w-]+$|^[A-Z][\w]*(?:-[A-Z][\w]*)+$|^Accept(?:-Language)?, |^Authorization: |^(?:https?|urn|data):|^[a-z]+(?:[A-Z][a-z]+)+$|[<>{}=;]/.test(
      text,
    )
  )
    return false;
  const words = text.replaceAll(hole, ' ').trim();
  if (words.split(/\s+/).every((word) => names.test(word))) return false;
  return /^[^\p{L}]*\p{Lu}\p{Ll}+$/u.test(words)
    ? !names.test(words)
    : /\p{Lu}\p{Ll}* ?.*\p{L}{2,} \p{L}|\p{Lu}\p{Ll}+[.:?!]?$|^\p{Lu}.* \p{L}/u.test(words);
}

function textsOfHtml(markup: string): string[] {
  const attributes = [...` ${markup}`.matchAll(readAttribute)].map(([, value]) => value!);
  const text = markup
    .replaceAll(/<(?:style|script)[^>]*>[\s\S]*?<\/(?:style|script)>/g, ' ')
    .replaceAll(/<[^>]*>?/g, hole)
    .replaceAll(/[\w:-]+="[^"]*"?/g, hole)
    .replaceAll(/^\s*(?:selected|checked|hidden|disabled|open|required|reversed|autofocus|[\w-]+)\s*$/g, ' ')
    .replaceAll(/ download$/g, ' ')
    .replaceAll(/^[^<]*?>/g, hole)
    .replaceAll(/&\w+;/g, ' ');
  return [...attributes, ...text.split(hole)].filter(isText);
}

/** More than a name, a number or a single letter. */
const isText = (text: string) =>
  /\p{L}/u.test(text.replaceAll(hole, '')) && !names.test(text.trim()) && !/^[\s\p{P}\d]*\p{L}?[\s\p{P}]*$/u.test(text);

export interface Use {
  file: string;
  line: number;
  key: string;
  /** Names of the arguments, or null if they are not written out. */
  given: string[] | null;
}

/** Every call of `t`, `toMessage` and `richText` with a literal key. */
export function messageUses(): Use[] {
  const uses: Use[] = [];
  for (const file of sourceFiles('src')) {
    const source = readFileSync(join(root, file), 'utf8');
    const walk = (node: Node) => {
      const [key, values] = (node.arguments ?? []) as (Node | undefined)[];
      const callee = String((node.callee as { name?: string } | undefined)?.name);
      if (
        node.type === 'CallExpression' &&
        ['t', 'toMessage', 'richText'].includes(callee) &&
        typeof key?.value === 'string'
      ) {
        const line = source.slice(0, node.start).split('\n').length;
        uses.push({ file, line, key: key.value, given: namesIn(values) });
      }
      for (const child of childrenOf(node)) walk(child);
    };
    walk(parse(source, file));
  }
  return uses;
}

function namesIn(values: Node | undefined): string[] | null {
  if (!values) return [];
  const properties = values.type === 'ObjectExpression' ? (values.properties as Node[]) : [];
  const isPlain = values.type === 'ObjectExpression' && properties.every(({ type }) => type === 'Property');
  return isPlain ? properties.map(({ key }) => String((key as Node).name ?? (key as Node).value)) : null;
}

if (process.argv[1] === import.meta.filename) {
  const found = findUntranslated(process.argv[2]);
  for (const { file, line, text } of found) process.stdout.write(`${file}:${line}  ${text}\n`);
  process.stdout.write(`${found.length} texts\n`);
}
