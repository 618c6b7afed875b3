/** Separates the name of an ingredient from notes after a comma or in brackets. */
import { isAdjective } from './ingredient-words.ts';
import { readUnit } from './units.ts';

/** Notes keep the order of the line. The name may be empty. */
export function splitNotes(text: string): { name: string; notes: string[] } {
  const notes: string[] = [];
  let name = '';
  let at = 0;

  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '(' && !endsInBrackets(text, at)) {
      const end = closingBracket(text, at);
      notes.push(tidyNote(text.slice(at + 1, end)));
      name += ' ';
      at = end + 1;
    } else if (isNoteStart(text, at, name)) {
      notes.push(tidyNote(text.slice(sign === '+' ? at : at + 1)));
      break;
    } else {
      name += sign;
      at += 1;
    }
  }

  return { name: name.replace(/\s+/g, ' ').trim(), notes: notes.filter((note) => note !== '') };
}

/** Removes surrounding brackets and punctuation. */
export function tidyNote(text: string): string {
  let note = text.trim();
  for (let pass = 0; pass < 4; pass += 1) {
    const bare = note.replace(/^[\s,;:.–-]+(?!\d)/, '').replace(/[\s,;:]+$/, '');
    const inner = bare.startsWith('(') && closingBracket(bare, 0) === bare.length - 1 ? bare.slice(1, -1) : bare;
    if (inner === note) break;
    note = inner.trim();
  }
  return note;
}

/** "citron(er)": the brackets are part of the word. */
function endsInBrackets(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at - 1] ?? '') && /^\(\p{Ll}{1,3}\)/u.test(text.slice(at, at + 5));
}

/** Returns the index of the closing bracket, or the end of the text. */
function closingBracket(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function isNoteStart(text: string, at: number, name: string): boolean {
  const before = name.trim();
  if (text[at] === ',') return /^[\s(]|^$/.test(text.slice(at + 1, at + 2)) && before !== '' && !onlyDescribes(before);
  if (text[at] === ';') return before !== '';
  if (text[at] === '+')
    return (
      text[at - 1] === ' ' && /^\+ ?\d/.test(text.slice(at, at + 3)) && before !== '' && !isOtherCount(text.slice(at))
    );
  return /[–—-]/.test(text[at]!) && text[at - 1] === ' ' && /[\s\p{L}]/u.test(text[at + 1] ?? '') && before !== '';
}

/** "+ 1 yolk" is another food, "+ 2 tbsp" more of the same. */
function isOtherCount(text: string): boolean {
  const count = /^\+ ?\d{1,2}(?= \p{L}{2,20}(?: \p{L}{2,20})?$)/u.exec(text)?.[0];
  return count !== undefined && readUnit(text, count.length) === null;
}

function onlyDescribes(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .every(isAdjective);
}
