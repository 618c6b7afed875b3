/** Answers kept to be sent again, as long as nothing they show has changed. */

export interface KeptAnswer {
  text: string;
  link: string | null;
}

/** UTF-16 units, most of them one byte each. */
const room = 32 * 2 ** 20;

const answers = new Map<string, KeptAnswer>();
let held = 0;

export function findKept(key: string): KeptAnswer | undefined {
  return answers.get(key);
}

/** The oldest make room. */
export function keep(key: string, answer: KeptAnswer): void {
  if (answer.text.length > room / 8 || answers.has(key)) return;
  answers.set(key, answer);
  held += answer.text.length;
  for (const [oldest, { text }] of answers) {
    if (held <= room) return;
    answers.delete(oldest);
    held -= text.length;
  }
}
