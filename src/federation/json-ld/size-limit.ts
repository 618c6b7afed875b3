/** Checks whether a document is small enough for slow processing. */

export interface Limits {
  nodes: number;
  depth: number;
}

/** Counts every value, without recursion. */
export function isWithin(root: unknown, { nodes, depth }: Limits): boolean {
  const queue = [{ node: root, level: 0 }];
  let count = 0;

  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { node, level } = next;
    if (++count > nodes || level > depth) return false;
    if (typeof node !== 'object' || node === null) continue;

    const children = Object.values(node);
    if (children.length > nodes) return false;
    for (const child of children) queue.push({ node: child, level: level + 1 });
  }
  return true;
}
