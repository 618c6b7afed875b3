/** Escapes text for HTML content and quoted attributes, and reverses it. */

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const characters = new Map(Object.entries(escapes).map(([character, escaped]) => [escaped, character]));

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!);
}

/** Reverses `escapeHtml`. */
export function unescapeHtml(html: string): string {
  return html.replace(/&#?\w+;/g, (escaped) => characters.get(escaped) ?? escaped);
}
