/** Builds activities of mock peers. Each has an id and a time of its own. */
import { randomUUID } from 'node:crypto';
import { type Actor, context, type Json, publicCollection } from './documents.ts';

export interface Activity extends Json {
  id: string;
  type: string;
}

let last = 0;

/** Rises by a second with each call, from six hours ago, so that the order of what was sent is certain. */
function nextTime(): string {
  last = last === 0 ? Date.now() - 6 * 3_600_000 : last + 1_000;
  return new Date(last).toISOString();
}

export const activity = (by: Actor, type: string, object: unknown): Activity => ({
  '@context': context,
  id: `http://${by.host}/activities/${randomUUID()}`,
  type,
  actor: by.iri,
  object,
  published: nextTime(),
});

/** A public note with that text for `mentioned`, and a version in `updated`. */
export function note(by: Actor, content: string, mentioned: string, more: Json = {}): Activity {
  const published = nextTime();
  return {
    id: `http://${by.host}/notes/${randomUUID()}`,
    type: 'Note',
    attributedTo: by.iri,
    content: `<p>${content}</p>`,
    published,
    updated: published,
    to: [publicCollection],
    cc: [`${by.iri}/followers`, mentioned],
    tag: [{ type: 'Mention', href: mentioned, name: '@ann' }],
    ...more,
  };
}

/** The same note with another text, later. */
export const edited = (earlier: Activity, content: string): Activity => ({
  ...earlier,
  content: `<p>${content}</p>`,
  updated: nextTime(),
});
