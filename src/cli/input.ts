/** Reads what commands are given, and prints tables. */
import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, open, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { config } from '../lib/config.ts';
import { sizeText } from '../lib/language/formats.ts';

// Formats rows as a text table

/** Each column is as wide as its widest cell; the last one is not padded. */
export function table(heads: string[], rows: string[][]): string[] {
  const lines = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

export const day = (at: Date): string => at.toISOString().slice(0, 10);

// Opens a file or stdin

/** Opens a file, or stdin for `-`. Throws an error whose message or code is the reason, such as a missing file. */
export async function openInput(path: string): Promise<FileHandle> {
  if (path !== '-') return openFile(path);
  // An archive is read from its end. A file without a name disappears with the process.
  const copy = join(tmpdir(), `potluck-${randomUUID()}`);
  const file = await open(copy, 'wx+', 0o600);
  await unlink(copy);
  for await (const bytes of process.stdin) await file.write(bytes);
  return file;
}

async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw isFolder(path);
}

const isFolder = (path: string): Error => Object.assign(new Error('it is no file'), { code: 'EISDIR', path });

/**
 * Returns the absolute path of a file to write. Throws a system error that names the path, before any work is done, if
 * there is a folder of this name, or none that can hold the file.
 */
export async function resolveOutput(file: string): Promise<string> {
  const path = resolve(file);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw isFolder(path);
  await access(dirname(path), constants.W_OK);
  return path;
}

/** Throws an error whose message is the reason: too large, or not UTF-8. */
export async function readStdin(): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readAll(process.stdin));
  } catch (error) {
    throw error instanceof TypeError ? new Error('it is not UTF-8 text') : error;
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > config.maxUploadBytes) throw new Error(`it is larger than ${sizeText(config.maxUploadBytes)}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
