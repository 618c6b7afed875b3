/** Where each part of the document stands among the pages that show it. */

import type { ApiDocument, Operation } from '../../openapi/types.ts';
import { methods } from '../../route.ts';

export const start = '/api/docs';
export const shapesPath = `${start}/shapes`;

export const tagPath = (tag: string): string => `${start}/${tag.toLowerCase()}`;
export const operationPath = ({ tags: [tag], operationId }: Operation): string =>
  `${tagPath(tag!)}#${operationId}`;
export const shapePath = (name: string): string => `${shapesPath}#${name}`;
export const answerPath = (name: string): string => `${start}#${name}`;

/** The last part of a reference. */
export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export interface Placed {
  method: string;
  path: string;
  operation: Operation;
}

/** In the order in which paths were declared, those of one path by method. */
export const operationsOf = ({ paths }: ApiDocument, tag: string): Placed[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.tags[0] === tag ? [{ method, path, operation }] : [];
    }),
  );
