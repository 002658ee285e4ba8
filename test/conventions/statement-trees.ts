/** A node of a parsed statement. Nodes in nested lists of a field are one list. */
export interface TreeNode {
  type: string;
  values: Record<string, string>;
  children: Record<string, TreeNode[]>;
}

/** Reads a `pg_node_tree`: nodes as `{TYPE :field value …}`, lists as `(…)`. */
export function readTree(text: string): TreeNode[] {
  const tokens = text.match(/[{}()]|"(?:[^"\\]|\\.)*"|(?:[^\s{}()\\]|\\.)+/gs) ?? [];
  let at = 0;
  /** Reads up to the bracket that closes the list. */
  function readList(): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let token = tokens[at++]; token !== undefined && token !== ')'; token = tokens[at++]) {
      if (token === '{') nodes.push(readNode());
      else if (token === '(') nodes.push(...readList());
    }
    return nodes;
  }
  function readNode(): TreeNode {
    const node: TreeNode = { type: tokens[at++] ?? '', values: {}, children: {} };
    let field = '';
    for (let token = tokens[at++]; token !== undefined && token !== '}'; token = tokens[at++]) {
      if (token === '{') node.children[field] = [readNode()];
      else if (token === '(') node.children[field] = readList();
      else if (token.startsWith(':')) field = token.slice(1);
      else node.values[field] ??= token;
    }
    return node;
  }
  return readList();
}

/** The nodes and all below them. */
export function* nodesOf(nodes: readonly TreeNode[] = []): Generator<TreeNode> {
  for (const node of nodes) {
    yield node;
    for (const children of Object.values(node.children)) yield* nodesOf(children);
  }
}
