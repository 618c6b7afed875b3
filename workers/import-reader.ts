/** Parses the source of an import from stdin and writes the result to stdout, in a process without a database. */
import { buffer } from 'node:stream/consumers';
import { serialize } from 'node:v8';
import {
  type ParseRequest,
  parseLists,
  parsePosts,
  parsePreview,
  parseRecipes,
} from '../src/domain/migration/parse-source.ts';
import type { ParseAnswer } from '../src/domain/migration/read-source.ts';
import { DomainError } from '../src/lib/errors.ts';
import { writeFor } from '../src/lib/language/reader.ts';

const request = JSON.parse(process.argv[2]!) as ParseRequest;
const bytes = await buffer(process.stdin);
const reader = { language: request.language, timeZone: 'UTC' };
process.stdout.write(serialize(await writeFor(reader, answer)));

async function answer(): Promise<ParseAnswer<unknown>> {
  try {
    return { parsed: await parse() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refused: { code: error.code, errors: error.errors } };
  }
}

function parse(): Promise<unknown> {
  switch (request.task) {
    case 'preview':
      return parsePreview(bytes, request);
    case 'lists':
      return parseLists(bytes, request);
    case 'posts':
      return parsePosts(bytes, request);
    case 'recipes':
      return parseRecipes(bytes, request);
  }
}
