/** A minimal browser: stores cookies, reads forms and submits them from our origin. */
import { fetchFromServer, origin } from './web-server.ts';

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** The redirect target as an absolute URL; empty without a redirect. */
  location: string;
  /** The hidden fields of its form. */
  hidden: Record<string, string>;
}

export function openBrowser() {
  const cookies = new Map<string, string>();

  const load = async (url: string, init: RequestInit = {}): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetchFromServer(new URL(url, origin).href, { ...init, headers });
    for (const text of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
      if (/max-age=0/i.test(text)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    const html = await response.text();
    const location = response.headers.get('location') ?? '';
    return { status: response.status, headers: response.headers, html, location, hidden: hiddenFields(html) };
  };

  return {
    cookies,
    get: (url: string, headers: Record<string, string> = {}) => load(url, { headers }),
    post: (url: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) =>
      load(url, { method: 'POST', body: new URLSearchParams(fields), headers }),
    /** A multipart form; a field may repeat. */
    send: (url: string, fields: [name: string, value: string | File][]) => {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      return load(url, { method: 'POST', body, headers: { origin } });
    },
    /** Logs in through the real form, with `next`. */
    async logIn(name: string, password: string, next = ''): Promise<Page> {
      const page = await load(`/login${next && `?next=${encodeURIComponent(next)}`}`);
      return this.post('/login', { ...page.hidden, name, password });
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;

/** Opens a browser in which a member is logged in. */
export async function openBrowserAs(name: string, password: string): Promise<Browser> {
  const browser = openBrowser();
  await browser.logIn(name, password);
  return browser;
}

function hiddenFields(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name!, plain(value!)]));
}

/** Decodes HTML entities. */
export const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
