import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../random.ts';
import { codeSites } from './code-sites.ts';
import { type Equivalent, equivalents } from './equivalents.ts';
import { isNotRunHere } from './not-run-here.ts';
import { type Kind, kinds, mutated, type Site } from './site.ts';
import type { TypeChecker } from './type-checker.ts';

/** A small fault at one place of the tree. */
export interface Mutant extends Site {
  /** Path from the root of the tree. */
  file: string;
  /** The text of the file before. */
  text: string;
}

/** The line of a mutant, from 1. */
export const lineOf = ({ text, start }: Mutant): number => text.slice(0, start).split('\n').length;

/** The changed text and its replacement, in one line. */
export function describe({ text, start, end, put }: Mutant): string {
  const short = (part: string) => part.replace(/\s+/g, ' ').trim().slice(0, 150);
  return `${short(text.slice(start, end))} -> ${short(put) || '(dropped)'}`;
}

/** The part of the tree by which scores are reported: a feature, or a folder beside the features. */
export function areaOf(file: string): string {
  const [, feature] = /^server\/src\/features\/([\w-]+)/.exec(file) ?? [];
  if (feature !== undefined) return feature;
  const [, ring] = /^server\/src\/(\w+)/.exec(file) ?? [];
  return ring ?? file.split('/')[0] ?? '';
}

/** Generated files, and the demo shop, which is as good with other numbers. */
const leftOut = /\.(test|generated)\.tsx?$|node_modules|^server\/src\/features\/demo\//;

/** The sources of the tree in which faults are drawn. @param area one area or path only */
export async function sourcesOf(root: string, area?: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('{server,client,web,core}/src/**/*.{ts,tsx}', { cwd: root }))
    if (!leftOut.test(file) && (area === undefined || isIn(file, area))) files.push(file);
  return files.sort();
}

const isIn = (file: string, area: string): boolean => areaOf(file) === area || file.startsWith(area);

/** Kinds with few places are drawn half as often as the others. */
const timesDrawn = (kind: Kind): number => (kind === 'lock' || kind === 'permission' ? 1 : 2);

/**
 * Draws faults that the types accept, each place once: first the kind, then the place, so that rare kinds are tried, too.
 */
export function* drawMutants(
  root: string,
  { files, wanted = kinds }: { files: readonly string[]; wanted?: readonly Kind[] },
  random: Random,
  types: TypeChecker,
): Generator<Mutant, void> {
  const places = new Map(kinds.map((kind) => [kind, [] as { file: string; site: Site }[]]));
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const site of codeSites(file, text))
      if (!isNotRunHere(file, text, site.start)) places.get(site.kind)?.push({ file, site });
  }
  for (;;) {
    const left = wanted.filter((kind) => (places.get(kind)?.length ?? 0) > 0);
    if (left.length === 0) return;
    const drawn = left.flatMap((kind) => Array<Kind>(timesDrawn(kind)).fill(kind));
    const among = places.get(random.oneOf(drawn)) ?? [];
    const [{ file, site }] = among.splice(random.below(among.length), 1) as [{ file: string; site: Site }];
    const mutant: Mutant = { ...site, file, text: readFileSync(join(root, file), 'utf8') };
    if (equivalents.some((one) => isThat(one, mutant))) continue;
    if (types.accepts(file, mutated(mutant.text, site))) yield mutant;
  }
}

/** Whether this is the change that is listed as one that nobody can notice. */
export const isThat = ({ file, change, line }: Equivalent, mutant: Mutant): boolean =>
  file === mutant.file && change === describe(mutant) && lineTextOf(mutant).startsWith(line);

const lineTextOf = (mutant: Mutant): string => mutant.text.split('\n')[lineOf(mutant) - 1]?.trimStart() ?? '';
