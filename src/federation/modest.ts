/** Whether a document is small enough for what takes time by the node. */

export interface Limits {
  nodes: number;
  depth: number;
}

/** Counts every value, without recursion. */
export function isModest(root: unknown, { nodes, depth }: Limits): boolean {
  const waiting = [{ node: root, level: 0 }];
  let count = 0;

  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, level } = next;
    if (++count > nodes || level > depth) return false;
    if (typeof node !== 'object' || node === null) continue;

    const children = Object.values(node);
    if (children.length > nodes) return false;
    for (const child of children) waiting.push({ node: child, level: level + 1 });
  }
  return true;
}
