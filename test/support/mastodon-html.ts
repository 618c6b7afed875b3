/** Sanitises HTML as Mastodon 4.5 does: the rules of its MASTODON_STRICT configuration. */
import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../src/lib/html/html.ts';

const elements = new Set('p br span a del s pre blockquote code b strong u i em ul ol li ruby rt rp'.split(' '));
const headings = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
const keptClass = /^(?:[hpue]|dt)-|^(?:mention|hashtag|ellipsis|invisible|quote-inline)$/;
const linkSchemes = new Set(
  'http https dat dweb ipfs ipns ssb gopher xmpp magnet gemini'.split(' ').map((name) => `${name}:`),
);

const attributes: Record<string, string[]> = {
  a: ['href', 'rel', 'class', 'translate'],
  span: ['class', 'translate'],
  ol: ['start', 'reversed'],
  li: ['value'],
  p: ['class'],
};

/** Returns what Mastodon stores and shows of `content`. */
export function asMastodonKeeps(html: string): string {
  const pieces: string[] = [];
  const closing: string[] = [];

  const parser = new Parser({
    onopentag(name, given) {
      closing.push(closingOf(name, given));
      pieces.push(openingOf(name, given));
    },
    ontext: (text) => pieces.push(escapeHtml(text)),
    onclosetag: () => pieces.push(closing.pop()!),
  });
  parser.end(html);
  return pieces.join('');
}

type Given = Record<string, string>;

/** Other elements are dropped, but their content is kept. */
const isKept = (name: string, given: Given): boolean =>
  elements.has(name) && (name !== 'a' || linkSchemes.has(URL.parse(given.href ?? '')?.protocol ?? ''));

function openingOf(name: string, given: Given): string {
  if (headings.has(name)) return '<p><strong>';
  return isKept(name, given) ? `<${name}${attributesOf(name, given)}>` : '';
}

function closingOf(name: string, given: Given): string {
  if (headings.has(name)) return '</strong></p>';
  return isKept(name, given) && name !== 'br' ? `</${name}>` : '';
}

function attributesOf(name: string, given: Given): string {
  const added: Given = name === 'a' ? { rel: 'nofollow noopener', target: '_blank' } : {};
  const kept = Object.entries(given)
    .filter(([key]) => key === 'lang' || attributes[name]?.includes(key))
    .map(([key, value]): [string, string] => [key, key === 'class' ? classesOf(value) : value])
    .filter(([key, value]) => key !== 'translate' || value === 'no');
  return Object.entries({ ...Object.fromEntries(kept), ...added })
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('');
}

const classesOf = (value: string): string =>
  value
    .split(/\s+/)
    .filter((each) => keptClass.test(each))
    .join(' ');
