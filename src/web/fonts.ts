/** Reads the fonts of the pages: Fraunces for titles, Source Sans 3 for the rest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.ts';

interface Family {
  /** Package in @fontsource-variable, whose style sheet has a `@font-face` rule for each script. */
  package: string;
  /** The other scripts of a family use the fonts of the reader's system. */
  scripts: string[];
}

const families: Family[] = [
  { package: 'fraunces', scripts: ['latin', 'latin-ext'] },
  { package: 'source-sans-3', scripts: ['latin', 'latin-ext', 'cyrillic', 'greek'] },
];

export interface Font {
  /** `fraunces-latin`. */
  name: string;
  bytes: Buffer;
  /** The rule up to the address of the file, and after it. */
  rule: [before: string, after: string];
  /** True for the fonts that nearly every page needs. Browsers load the others by `unicode-range`. */
  isPreloaded: boolean;
}

export const readFonts = (): Font[] => families.flatMap(readFamily);

function readFamily({ package: name, scripts }: Family): Font[] {
  const folder = join(root, 'node_modules/@fontsource-variable', name);
  const sheet = readFileSync(join(folder, 'wght.css'), 'utf8');
  return scripts.map((script) => {
    const file = `files/${name}-${script}-wght-normal.woff2`;
    const rule = sheet.match(/@font-face \{[^}]*\}/g)?.find((each) => each.includes(`/${file})`));
    if (!rule) throw new Error(`no ${file} in the style sheet of ${name}`);
    const [before, after] = toOptional(rule).split(`./${file}`);
    const bytes = readFileSync(join(folder, file));
    return { name: `${name}-${script}`, bytes, rule: [before!, after!], isPreloaded: script === 'latin' };
  });
}

/** An optional font that arrives late waits for the next page, so that no text moves while it is read. */
const toOptional = (rule: string) =>
  rule.replace('font-display: swap', 'font-display: optional').replaceAll(' Variable', '');
