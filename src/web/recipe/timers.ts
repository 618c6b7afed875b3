/** Marks durations in the text of a step. Cook mode turns them into timers. */
import { applyEdits, editHtmlText } from '../../domain/recipes/measures.ts';
import { toDuration } from '../../lib/duration.ts';
import { readTimers } from '../../recipe-import/timers.ts';

/** Takes and returns sanitized HTML. The upper end of a range is not marked: a cook looks at the lower one first. */
export const withTimes = (contentHtml: string, locale: string): string =>
  editHtmlText(contentHtml, (text) =>
    applyEdits(
      text,
      readTimers(text, locale).map(({ start, end, seconds }) => ({
        start,
        end,
        text: `<time class="timer" datetime="${toDuration(seconds)}" data-seconds="${seconds}">${text.slice(start, end)}</time>`,
      })),
    ),
  );
