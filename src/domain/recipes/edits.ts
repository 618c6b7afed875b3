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
  for (const { start, end, text: replacement } of inOrder(edits)) {
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

/** Tags that end a sentence. */
const BLOCK = /^<\/?(?:p|li|ul|ol|br|hr|h[1-6]|div|blockquote|pre|table|tr|td|th)(?![a-z])/;

/**
 * Applies edits to the text of sanitized HTML as a reader sees it, across tags such as `strong`, outside code. `find`
 * takes the text, in which blocks are lines. Replacements must be safe as HTML.
 */
export function applyHtmlEdits(html: string, find: (text: string) => Edit[]): string {
  const pieces: { written: string; start: number; end: number }[] = [];
  const texts: string[] = [];
  let length = 0;
  let inCode = 0;
  for (const written of html.split(/(<[^<>]*>)/)) {
    if (/^<(?:pre|code)\b/.test(written)) inCode += 1;
    if (/^<\/(?:pre|code)>/.test(written)) inCode -= 1;
    const isTag = written.startsWith('<');
    const text = isTag || inCode > 0 ? (BLOCK.test(written) || inCode > 0 ? '\n' : '') : written;
    const isText = !isTag && inCode === 0;
    pieces.push({ written, start: isText ? length : -1, end: length + text.length });
    texts.push(text);
    length += text.length;
  }

  const edits = inOrder(find(texts.join('')));
  if (edits.length === 0) return html;
  let next = 0;
  return pieces
    .map(({ written, start, end }) => {
      if (start < 0) return written;
      const inPiece: Edit[] = [];
      for (let at = next; at < edits.length && edits[at]!.start < end; at += 1) {
        const edit = edits[at]!;
        // An edit that reaches into later pieces is written where it begins.
        const text = edit.start >= start ? edit.text : '';
        inPiece.push({ start: Math.max(edit.start, start) - start, end: Math.min(edit.end, end) - start, text });
        if (edit.end <= end) next = at + 1;
      }
      return applyEdits(written, inPiece);
    })
    .join('');
}

/** Of two edits that overlap, the first counts. */
function inOrder(edits: Edit[]): Edit[] {
  let end = 0;
  return edits
    .toSorted((a, b) => a.start - b.start)
    .filter((edit) => {
      if (edit.start < end) return false;
      end = edit.end;
      return true;
    });
}
