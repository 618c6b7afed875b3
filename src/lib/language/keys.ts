/** The keys of all messages: `recipe.cook` is `cook` under `recipe` in src/messages/en.json. */
import type messages from '../../messages/en.json';

type Messages = typeof messages;

export type MessageKey = {
  [Section in keyof Messages]: `${Section}.${keyof Messages[Section] & string}`;
}[keyof Messages];
