/**
 * Splitting multipart bodies: parts are the same in chunks of any size, and a body that breaks off anywhere is refused.
 */
import { expect, test } from 'vitest';
import { NotMultipart, splitMultipart } from '../../src/http/multipart.ts';

type Part = [name: string | undefined, filename: string | undefined, content: string];

async function split(body: Buffer, chunkBytes: number): Promise<Part[]> {
  const parts: Part[] = [];
  const splitter = splitMultipart('b', (head) => {
    const part: Part = [head?.name, head?.filename, ''];
    parts.push(part);
    const write = async (bytes: Buffer) => {
      part[2] += bytes.toString('latin1');
    };
    return { write, end: async () => {} };
  });
  for (let at = 0; at < body.length; at += chunkBytes) await splitter.write(body.subarray(at, at + chunkBytes));
  splitter.end();
  return parts;
}

const head = (rest: string) => `Content-Disposition: form-data; ${rest}\r\n\r\n`;
const body = Buffer.from(
  [
    'preamble',
    `--b\r\n${head('name="a"')}x\r\n--\r\ny`,
    // White space behind a delimiter, another case, a folded header and an empty content.
    `--b \t\r\ncontent-disposition:form-data;\r\n name=plain; filename="C:\\dir\\photo.png"\r\n\r\n`,
    `--b\r\n${head('name="q\\"x"; filename="é.png"')}\r\n\r\n--c\r\n-`,
    `--b\r\n${head(`name="e"; filename*=UTF-8''%c3%a9%2Fz.png`)}1`,
    '--b\r\nContent-Type: text/plain\r\n\r\nno field',
    '--b--\r\nepilogue',
  ].join('\r\n'),
);
const parts: Part[] = [
  ['a', undefined, 'x\r\n--\r\ny'],
  ['plain', 'photo.png', ''],
  ['q"x', 'é.png', '\r\n\r\n--c\r\n-'],
  ['e', 'z.png', '1'],
  [undefined, undefined, 'no field'],
];

test('the parts are the same in chunks of any size', async () => {
  for (let size = 1; size <= body.length; size += 1) expect(await split(body, size)).toEqual(parts);
});

test('a body that breaks off before its last delimiter is refused, wherever that is', async () => {
  const complete = body.indexOf('--b--') + 5;
  for (let end = 0; end < complete; end += 1)
    for (const size of [1, 7, 1_000]) await expect(split(body.subarray(0, end), size)).rejects.toThrow(NotMultipart);
  expect(await split(body.subarray(0, complete), 7)).toEqual(parts);
});

test('a head without an end and a delimiter that is none are refused', async () => {
  await expect(split(Buffer.from(`--b\r\n${'a'.repeat(10_000)}`), 1_000)).rejects.toThrow('too long');
  await expect(split(Buffer.from('--bad\r\n\r\n\r\n--b--'), 1_000)).rejects.toThrow(NotMultipart);
  await expect(split(Buffer.from(`--b${' '.repeat(1_000)}`), 1)).rejects.toThrow(NotMultipart);
  expect(await split(Buffer.from('--b--'), 1)).toEqual([]);
});

test('a mebibyte of anything takes linear time', async () => {
  for (const filling of ['\r', '\r\n', '\r\n--', '-', '--b', 'a;"']) {
    const large = Buffer.from(`--b\r\n${head('name="a"')}${filling.repeat(2 ** 20 / filling.length)}`);
    const began = process.cpuUsage();
    await expect(split(large, 65_536)).rejects.toThrow(NotMultipart);
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  }
});
