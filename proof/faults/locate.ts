import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import type { Fault } from './fault.ts';

/** Where a fault is planted. */
export interface Place {
  /** Path from the root of the tree. */
  file: string;
  /** The text of the file with the fault in it. */
  changed: string;
}

/** The sources of the service, by their paths from `root`. */
export async function readSources(root: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for await (const file of glob('{core,server}/src/**/*.ts', { cwd: root }))
    if (!/\.test\.ts$|node_modules/.test(file)) sources.set(file, readFileSync(join(root, file), 'utf8'));
  return sources;
}

/** @throws Error if the text to replace is not exactly once in a declaration of this name */
export function locate(sources: ReadonlyMap<string, string>, { name, in: symbol, find, put }: Fault): Place {
  const places: Place[] = [];
  for (const [file, text] of sources) {
    if (!text.includes(find)) continue;
    for (const [start, end] of declarationsOf(file, text, symbol))
      for (let at = text.indexOf(find, start); at !== -1 && at < end; at = text.indexOf(find, at + 1))
        places.push({ file, changed: text.slice(0, at) + put + text.slice(at + find.length) });
  }
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`${name}: found its text ${places.length} times in ${symbol}`);
  return place;
}

/** The start and end of each function and variable of this name. */
function declarationsOf(file: string, text: string, symbol: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  const visit = (node: ts.Node): void => {
    if (isNamed(node, symbol)) found.push([node.getStart(), node.getEnd()]);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

const isNamed = (node: ts.Node, symbol: string): boolean =>
  (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name) &&
  node.name.text === symbol;
