/** Builds a curl command for an operation. */
import { type ApiDocument, type Operation, type Parameter, resolve } from '../../http/schema.ts';
import type { PathOperation } from './paths.ts';

export function curl(document: ApiDocument, { method, path, operation }: PathOperation): string {
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one));
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.name === name)?.example)).replaceAll('%40', '@'),
  );
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const query = new URLSearchParams(required.map(({ name, example }) => [name, String(example)])).toString();
  const url = `${document.servers[0]!.url}${inPath}${query && `?${query}`}`;
  const isPublic = operation.security.some((one) => Object.keys(one).length === 0);

  return [
    'curl',
    ...(method === 'get' ? [] : ['-X', method.toUpperCase()]),
    quoted(url),
    ...(isPublic ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...bodyOf(document, operation),
  ].join(' ');
}

function bodyOf(document: ApiDocument, { requestBody }: Operation): string[] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!content) return [];
  const value = exampleIn(document, content.examples);
  if (type === 'application/octet-stream')
    return ["-H 'Content-Type: application/octet-stream'", '--data-binary', quoted(`@${value}`)];
  if (type !== 'multipart/form-data')
    return ["-H 'Content-Type: application/json'", '-d', quoted(JSON.stringify(value))];
  return Object.entries(value as Record<string, string>).flatMap(([name, text]) => [
    '-F',
    quoted(`${name}=${name.endsWith('[file]') ? '@' : ''}${text}`),
  ]);
}

/** Returns the first example. */
export function exampleIn(
  document: ApiDocument,
  examples: NonNullable<Operation['requestBody']>['content'][string]['examples'],
): unknown {
  const [found] = Object.values(examples ?? {});
  return found && resolve<{ value: unknown }>(document, found).value;
}

/** Quotes for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
