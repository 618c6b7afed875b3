/** Writes texts in the language of the reader. */
import type messages from '../../messages/en.json';
import { compiledMessage } from './catalogue.ts';
import { reader } from './reader.ts';

// The keys of all messages: `recipe.cook` is `cook` under `recipe` in src/messages/en.json

type Messages = typeof messages;

export type MessageKey = {
  [Section in keyof Messages]: `${Section}.${keyof Messages[Section] & string}`;
}[keyof Messages];

// Writes the messages of the catalogue in the language of the current reader

type Values = Record<string, string | number | bigint | Date>;

/** A message for a reader who is not known yet. It can be stored as JSON. */
export interface Message {
  key: MessageKey;
  values: Record<string, string | number>;
}

export const toMessage = (key: MessageKey, values: Message['values'] = {}): Message => ({ key, values });

/** A text is the same for every reader: the error of another program, or a line of the command line. */
export const textOf = (message: Message | string): string =>
  typeof message === 'string' ? message : t(message.key, message.values);

/** Throws for an argument that the message needs and `values` lacks. */
export function t(key: MessageKey, values: Values = {}): string {
  const message = compiledMessage(reader().language, key);
  return typeof message === 'string' ? message : String(message.format(values));
}
