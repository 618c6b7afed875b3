/** Answers the script that submits forms without leaving the page. */
import type { Context } from 'hono';
import type { Toggle } from '../components/actions.tsx';

interface InPlaceAnswer {
  /** Announced to the reader. */
  message: string;
  /** The next state of buttons on the page. */
  toggles: (Pick<Toggle, 'key' | 'label'> & Partial<Toggle>)[];
  /** A form of one button that takes it back. */
  undo?: { action: string; label: string };
}

/** True for the script, which accepts nothing else. Browsers ask for HTML when they submit a form themselves. */
export const isInPlace = (c: Context) => c.req.header('accept') === 'application/json';

/** Returns the answer for the script, or otherwise the path to redirect to. */
export async function inPlaceOr(
  c: Context,
  path: string,
  answer: () => InPlaceAnswer | Promise<InPlaceAnswer>,
): Promise<Response | string> {
  if (!isInPlace(c)) return path;
  return c.json(await answer(), 200, { 'cache-control': 'private, no-store' });
}
