/** Writes sizes, dates, and messages that hold elements. */
import type { Child } from 'hono/jsx';
import type { HtmlEscapedString } from 'hono/utils/html';
import { compiledMessage } from '../../lib/language/catalogue.ts';
import { ageText, dayText, momentText } from '../../lib/language/formats.ts';
import { reader } from '../../lib/language/reader.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';

// Writes sizes for people

const [mebi, gibi] = [2 ** 20, 2 ** 30];

export const byteSize = (bytes: number): string =>
  bytes < gibi ? t('common.mebibytes', { size: bytes / mebi }) : t('common.gibibytes', { size: bytes / gibi });

// Renders dates and ages

export const Day = ({ date }: { date: Date }) => <time datetime={date.toISOString()}>{dayText(date)}</time>;

/** Day and time. */
export const Moment = ({ date }: { date: Date }) => <time datetime={date.toISOString()}>{momentText(date)}</time>;

/** The age at the time of the request. The full date is in the title. */
export const Age = ({ date }: { date: Date }) => (
  <time datetime={date.toISOString()} title={momentText(date)}>
    {ageText(date)}
  </time>
);

export const capitalised = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(reader().language) + text.slice(1);

// Writes messages that hold links, emphasis or other elements

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
type Part = string | Html;
type RichValues = Record<string, string | number | Date | Html | ((content: Child) => Child)>;

/**
 * A value may be HTML, and a tag of the message, such as `<link>Log in</link>`, calls the function of its name with its
 * content. Text is escaped.
 */
export function richText(key: MessageKey, values: RichValues): Html {
  const message = compiledMessage(reader().language, key);
  if (typeof message === 'string') return <>{message}</>;
  // The library calls a tag's function with the parts between the tags, and passes on objects as they are.
  const parts = message.formatToParts<Part>(values as Parameters<typeof message.formatToParts<Part>>[0]);
  return <>{parts.map(({ value }) => value)}</>;
}

// Renders text for screen readers only. It fits a tag of a message

export const visuallyHidden = (content: Child) => <span class="visually-hidden">{content}</span>;

// Checks URLs from users and other servers before a page links to them

/** Returns null unless the text is an http(s) URL. */
export function webUrl(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

// Shows how to reach the operator: a link, or words

export function ContactText({ contact }: { contact: string }) {
  const url = webUrl(contact);
  return url ? (
    <a href={url} rel="nofollow noopener noreferrer">
      {contact}
    </a>
  ) : (
    <bdi>{contact}</bdi>
  );
}
