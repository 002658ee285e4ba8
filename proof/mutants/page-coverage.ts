import { readdir, readFile, writeFile } from 'node:fs/promises';
import { SourceMap, type SourceMapping } from 'node:module';
import { basename, join, relative } from 'node:path';
import { build } from 'vite';
import { stampFile, stampOf } from '../../server/src/platform/pages/stamp.ts';
import { type Covered, covers, executed, union } from './coverage.ts';

/** What Playwright records for a script of a page. */
interface PageScript {
  url: string;
  source?: string;
  functions: Parameters<typeof executed>[0]['functions'];
}

/** Builds the pages of a tree so that what they execute can be traced to the lines of their sources. */
export async function buildTraceablePages(root: string): Promise<void> {
  const web = join(root, 'web');
  const outDir = join(web, 'dist');
  const configFile = join(web, 'vite.config.ts');
  await build({
    root: web,
    configFile,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, sourcemap: true, minify: false },
  });
  await writeFile(join(outDir, stampFile), (await stampOf(root)) ?? '');
}

/** Reads what the pages of a test file executed, by whole lines. @param folder what its pages wrote */
export async function readPageCovered(folder: string, root: string): Promise<Covered['sources']> {
  const assets = join(root, 'web', 'dist', 'assets');
  const lines = new Map<string, Set<number>>();
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { result: PageScript[] };
    for (const { url, source = '', functions } of result) {
      const script = basename(new URL(url).pathname);
      const written = await readFile(join(assets, `${script}.map`), 'utf8').catch(() => undefined);
      if (written === undefined) continue;
      for (const [file, line] of executedLines(source, executed({ functions }), new SourceMap(JSON.parse(written)))) {
        const path = relative(root, join(assets, file));
        if (!/^(web|client|core)\/src\//.test(path)) continue;
        lines.set(path, (lines.get(path) ?? new Set()).add(line));
      }
    }
  }
  const sources: Covered['sources'] = {};
  for (const [path, executedOf] of lines) {
    const starts = lineStarts(await readFile(join(root, path), 'utf8'));
    sources[path] = union([...executedOf].flatMap((line) => starts.slice(line, line + 2)));
  }
  return sources;
}

/**
 * The executed lines of the sources. A line of the script has its first place in the sources, and all lines from there
 * to the first place of the next one: the parts of an element stand in one line of the script.
 */
export function* executedLines(
  script: string,
  ranges: readonly number[],
  map: Pick<SourceMap, 'findEntry'>,
): Iterable<[file: string, line: number]> {
  let offset = 0;
  const places = script.split('\n').flatMap((text, number) => {
    const indent = text.search(/\S/);
    const isExecuted = indent >= 0 && covers(ranges, offset + indent);
    offset += text.length + 1;
    if (indent < 0) return [];
    const { originalSource: file, originalLine: line }: Partial<SourceMapping> = map.findEntry(number, indent);
    return file === undefined || line === undefined ? [] : [{ file, line, isExecuted }];
  });
  for (const [at, { file, line, isExecuted }] of places.entries()) {
    if (!isExecuted) continue;
    const next = places[at + 1];
    const end = next !== undefined && next.file === file ? Math.max(next.line, line + 1) : line + 1;
    for (let each = line; each < end; each += 1) yield [file, each];
  }
}

/** The offset at which each line starts, and that of the end. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { length } of text.split('\n')) starts.push((starts.at(-1) as number) + length + 1);
  return starts;
}
