/** Reads what another app shared with the installed app, to fill in the import form. */

const maxUrlLength = 2_000;
const maxTextLength = 20_000;

export interface SharedPage {
  url: string;
  text: string;
}

/**
 * Takes the first web address in `url`, `text` or `title`, because Android puts the address of a page into `text`.
 * A text without an address is taken as a recipe.
 */
export function readSharedPage(requested: string): SharedPage {
  const { searchParams } = new URL(requested);
  const [url, text, title] = ['url', 'text', 'title'].map((name) =>
    (searchParams.get(name) ?? '').slice(0, maxTextLength).trim(),
  );
  for (const shared of [url, text, title]) {
    const link = /https?:\/\/[^\s<>"]+/i.exec(shared!)?.[0];
    if (link && link.length <= maxUrlLength && URL.canParse(link)) return { url: link, text: '' };
  }
  return { url: '', text: [title, text].filter(Boolean).join('\n\n') };
}
