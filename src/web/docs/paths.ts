/** Builds the paths of the API documentation. */

import { methods } from '../../http/route.ts';
import type { ApiDocument, Operation } from '../../http/schema.ts';

export const docsPath = '/api/docs';
export const schemasPath = `${docsPath}/schemas`;

export const tagPath = (tag: string): string => `${docsPath}/${tag.toLowerCase()}`;
export const operationPath = ({ tags: [tag], operationId }: Operation): string =>
  `${tagPath(tag!)}#${operationId}`;
export const schemaPath = (name: string): string => `${schemasPath}#${name}`;
export const overviewAnchor = (name: string): string => `${docsPath}#${name}`;

/** Returns the name that a `$ref` ends with. */
export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export interface PathOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** Returns the operations of a tag, in the order of declaration. */
export const operationsOf = ({ paths }: ApiDocument, tag: string): PathOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.tags[0] === tag ? [{ method, path, operation }] : [];
    }),
  );
