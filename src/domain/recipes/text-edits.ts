/** Replaces parts of a text, and of the text in sanitized HTML. */

export interface Edit {
  start: number;
  /** Exclusive. */
  end: number;
  text: string;
}

/** Applies edits in order of their start. Of two that overlap, the first counts. */
export function applyEdits(text: string, edits: Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

/** Changes the text between the tags of sanitized HTML, outside code. Replacements must be safe as HTML. */
export function editHtmlText(html: string, edit: (text: string) => string): string {
  let inCode = 0;
  return html
    .split(/(<[^<>]*>)/)
    .map((piece) => {
      if (/^<(?:pre|code)\b/.test(piece)) inCode += 1;
      if (/^<\/(?:pre|code)>/.test(piece)) inCode -= 1;
      return piece.startsWith('<') || inCode > 0 || piece === '' ? piece : edit(piece);
    })
    .join('');
}
