/** Finds HTML that is not on the allow-list. */
import { Parser } from 'htmlparser2';

const tags = new Set('p br span a strong em del ul ol li blockquote code pre h3 h4 h5 h6'.split(' '));
const classes = new Set(['mention', 'hashtag', 'u-url', 'h-card', 'invisible', 'ellipsis']);

const attributes: Record<string, (value: string, tag: string) => boolean> = {
  href: (value, tag) => tag === 'a' && /^https?:\/\/[^/]/.test(value),
  rel: (value, tag) => tag === 'a' && value === 'nofollow noopener noreferrer',
  class: (value) => value.split(' ').every((name) => classes.has(name)),
  lang: (value) => /^[a-z0-9-]{1,40}$/i.test(value),
};

/** Lists every violation. */
export function violationsIn(html: string): string[] {
  const offences: string[] = [];
  const open: string[] = [];
  const parser = new Parser({
    onopentag(tag, given) {
      open.push(tag);
      if (!tags.has(tag)) offences.push(`<${tag}>`);
      if (tag === 'a' && !given.rel) offences.push('a link without rel');
      if (tag === 'a' && open.filter((other) => other === 'a').length > 1) offences.push('a link in a link');
      for (const [name, value] of Object.entries(given)) {
        if (!attributes[name]?.(value, tag)) offences.push(`<${tag} ${name}="${value}">`);
      }
    },
    onclosetag(tag, implied) {
      open.pop();
      if (implied && tag !== 'br') offences.push(`<${tag}> left open`);
    },
    oncomment: () => offences.push('a comment'),
    onprocessinginstruction: () => offences.push('an instruction'),
  });
  parser.end(html);
  if (!html.isWellFormed() || html.includes('\0')) offences.push('unclean text');
  return offences;
}
