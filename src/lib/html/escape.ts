/** Makes text safe to stand in HTML, between tags or in quoted attributes, and reads it from there. */

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

/** Of what `escapeHtml` wrote. */
export function unescapeHtml(html: string): string {
  return html.replace(/&#?\w+;/g, (escaped) => characters.get(escaped) ?? escaped);
}
