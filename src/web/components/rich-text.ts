/** Writes messages that hold links, emphasis or other elements. */
import { html } from 'hono/html';
import { compiledMessage } from '../../lib/language/catalogue.ts';
import type { MessageKey } from '../../lib/language/keys.ts';
import { reader } from '../../lib/language/reader.ts';

type Html = ReturnType<typeof html>;
type Part = string | Html;
type RichValues = Record<string, string | number | Date | Html | ((content: Part[]) => Html)>;

/**
 * A value may be HTML, and a tag of the message, such as `<link>Log in</link>`, calls the function of its name with its
 * content. Text is escaped.
 */
export function richText(key: MessageKey, values: RichValues): Html {
  const message = compiledMessage(reader().language, key);
  if (typeof message === 'string') return html`${message}`;
  // The library calls a tag's function with the parts between the tags, and passes on objects as they are.
  const parts = message.formatToParts<Part>(values as Parameters<typeof message.formatToParts<Part>>[0]);
  return html`${parts.map(({ value }) => value)}`;
}
