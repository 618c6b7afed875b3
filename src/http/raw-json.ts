/** Holds text that is already JSON, so that it is not serialised again. */

export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const toJsonArray = (items: unknown[]): string =>
  `[${items.map((item) => (item instanceof RawJson ? item.text : JSON.stringify(item))).join(',')}]`;
