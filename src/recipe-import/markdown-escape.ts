/** Escapes plain text for Markdown. */

/** Escapes only effective markup: `5 * 3` and `snake_case` stay unchanged. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/(?<=\S)\*|\*(?=\S)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/`/g, '\\`')
    .replace(/~~/g, '\\~~')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w{2,31};)/g, '\\&')
    .replace(/^(\s*)([-+>]|#{1,6})(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*)([-=_|:])(?=[-=_|: ]*$)/, '$1\\$2');
}
