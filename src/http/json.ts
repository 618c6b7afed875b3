/** What is JSON already, among values that are yet to be written as such. */

export class Json {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const listToJson = (items: unknown[]): string =>
  `[${items.map((item) => (item instanceof Json ? item.text : JSON.stringify(item))).join(',')}]`;
