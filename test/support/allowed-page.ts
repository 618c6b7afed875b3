/** Finds forbidden content in our pages, with a parser that reads HTML as browsers do. */
import { Parser } from 'htmlparser2';

const forbidden = new Set(['style', 'iframe', 'object', 'embed', 'base', 'svg-script', 'template']);

/** Lists everything that could run a script or load from another origin. */
export function forbiddenContentIn(html: string): string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (forbidden.has(name)) faults.push(`<${name}>`);
      const isData = attributes.type === 'application/ld+json';
      const isOurs = /^\/assets\/[a-z]+-[0-9a-f]{12}\.js$/.test(attributes.src ?? '');
      if (name === 'script' && !isData && !isOurs) faults.push(`<script ${JSON.stringify(attributes)}>`);
      for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on') || key === 'style') faults.push(`${key}="${value}"`);
        const leads = key === 'href' || key === 'src' || key === 'action';
        if (leads && !/^(?:https?:\/\/|\/|#)/.test(value)) faults.push(`${key}="${value}"`);
        const loads =
          key === 'src' || key === 'srcset' || (name === 'link' && attributes.rel === 'stylesheet' && key === 'href');
        if (loads && !/^(?:\/[a-z]|https:\/\/cook\.example\/)/.test(value)) faults.push(`${key}="${value}"`);
      }
    },
  });
  parser.end(html);
  return faults;
}
