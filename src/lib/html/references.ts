/** A markdown-it plugin that finds @mentions and #hashtags outside code, links and escapes. */
import type { MarkdownIt, StateInline } from 'markdown-it';

const endOfName = String.raw`(?![\p{L}\p{M}\p{N}_@])`;
const host = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]{0,251}[\p{L}\p{M}\p{N}])?(?::\d{1,5})?`;
const remoteMention = new RegExp(
  `@([A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9_])?)@(${host})${endOfName}`,
  'uy',
);
const localMention = new RegExp(`@([A-Za-z0-9_]{1,30})${endOfName}`, 'uy');
const hashtag = /#([\p{L}\p{M}\p{N}_]{1,100})(?![\p{L}\p{M}\p{N}_#])/uy;

/** A reference must not follow a word, an address or part of a link directly. */
const joined = /[\p{L}\p{M}\p{N}_@#/&=+.]$/u;

/**
 * Adds tokens `mention` and `hashtag` with the original text as content. `info` is the handle (`name` in lower case, or
 * `name@host` with the host in lower case), or the tag in lower case without `#`.
 */
export function findReferences(md: MarkdownIt): void {
  md.inline.ruler.push('reference', (state, silent) => {
    const sign = state.src[state.pos];
    if ((sign !== '@' && sign !== '#') || state.linkLevel > 0) return false;
    if (joined.test(state.src.slice(Math.max(state.pos - 2, 0), state.pos))) return false;
    return sign === '@' ? readMention(state, silent) : readHashtag(state, silent);
  });
}

function readMention(state: StateInline, silent: boolean): boolean {
  const remote = matchAt(remoteMention, state);
  if (remote) return push(state, silent, 'mention', remote[0], `${remote[1]}@${remote[2]!.toLowerCase()}`);

  const local = matchAt(localMention, state);
  return local !== null && push(state, silent, 'mention', local[0], local[1]!.toLowerCase());
}

function readHashtag(state: StateInline, silent: boolean): boolean {
  const match = matchAt(hashtag, state);
  if (match === null || !/\p{L}/u.test(match[1]!)) return false;
  return push(state, silent, 'hashtag', match[0], match[1]!.normalize('NFC').toLowerCase());
}

function matchAt(pattern: RegExp, state: StateInline): RegExpExecArray | null {
  pattern.lastIndex = state.pos;
  return pattern.exec(state.src);
}

function push(state: StateInline, silent: boolean, type: string, content: string, info: string): boolean {
  if (!silent) Object.assign(state.push(type, '', 0), { content, info });
  state.pos += content.length;
  return true;
}
