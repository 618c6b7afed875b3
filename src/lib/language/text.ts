/** Writes the messages of the catalogue in the language of the current reader. */
import { compiledMessage } from './catalogue.ts';
import type { MessageKey } from './keys.ts';
import { reader } from './reader.ts';

export type Values = Record<string, string | number | bigint | Date>;

/** Throws for an argument that the message needs and `values` lacks. */
export function t(key: MessageKey, values: Values = {}): string {
  const message = compiledMessage(reader().language, key);
  return typeof message === 'string' ? message : String(message.format(values));
}
