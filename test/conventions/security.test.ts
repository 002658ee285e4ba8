import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const page = read('docs/reference/asvs.md');
const explanation = read('docs/explanation/security.md');

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0. They are numbered from 1 without gaps. */
const sections: Record<string, number> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2, 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2, 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{
    'V5.1': 1,
    'V5.2': 3,
    'V5.3': 2,
    'V5.4': 3,
    'V6.1': 3,
    'V6.2': 12,
    'V6.3': 4,
    'V6.4': 4,
    'V6.5': 5,
    'V6.6': 3,
    'V6.8': 4,
  },
  ...{
    'V7.1': 3,
    'V7.2': 4,
    'V7.3': 2,
    'V7.4': 5,
    'V7.5': 2,
    'V7.6': 2,
    'V8.1': 2,
    'V8.2': 3,
    'V8.3': 1,
    'V8.4': 1,
    'V9.1': 3,
    'V9.2': 4,
  },
  ...{ 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11, 'V10.5': 5, 'V10.6': 2, 'V10.7': 3 },
  ...{ 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1, 'V12.1': 3, 'V12.2': 2, 'V12.3': 4 },
  ...{
    'V13.1': 1,
    'V13.2': 5,
    'V13.3': 2,
    'V13.4': 5,
    'V14.1': 2,
    'V14.2': 4,
    'V14.3': 3,
    'V15.1': 3,
    'V15.2': 3,
    'V15.3': 7,
  },
  ...{ 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3, 'V17.1': 1, 'V17.2': 4, 'V17.3': 2 },
};
const asvs = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
);
const top10 = Array.from({ length: 10 }, (_, at) => `API${at + 1}`);

const verdicts = ['met', 'partly', '**not met**', '–'];

/** The rows of the tables, as cells. */
const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\| (V[\d.]+|API\d+) \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

/** The files and tests that a page names as `path` or `path › title of a test`. */
const namedIn = (text: string): { path: string; title: string | undefined }[] =>
  [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+\.\w+)(?: › ([^`]+))?`/g)].map(([, path = '', title]) => ({
    path,
    title,
  }));

/** The titles of tests as a page writes them: … stands for an interpolated value. */
function titlesIn(source: string): Set<string> {
  const found = source.matchAll(/\btest\(\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g);
  return new Set([...found].map(([, plain, template = '']) => plain ?? template.replace(/\$\{[^}]*\}/g, '…')));
}

function faultsIn(text: string): string[] {
  const lines = linesOf(text);
  const ids = lines.map(([id]) => id);
  const faults = [...asvs, ...top10]
    .filter((id) => ids.filter((one) => one === id).length !== 1)
    .map((id) => `${id} is not there exactly once`);
  for (const [id = '', what, verdict = '', why = ''] of lines) {
    if (![...asvs, ...top10].includes(id)) faults.push(`${id} is no requirement`);
    if (!what || !verdicts.includes(verdict) || why.length < 4) faults.push(`${id} has no text, verdict or reason`);
    for (const [, heading] of why.matchAll(/“([^”]+)” in \[security\.md\]/g))
      if (!explanation.includes(`\n## ${heading}\n`)) faults.push(`${id}: no heading ${heading}`);
  }
  for (const { path, title } of namedIn(text)) {
    if (!existsSync(new URL(path, root))) faults.push(`${path} does not exist`);
    else if (title !== undefined && !titlesIn(read(path)).has(title)) faults.push(`${path} has no test “${title}”`);
  }
  return faults;
}

test('docs/reference/asvs.md lists every requirement once, and names existing files and tests', () => {
  assert.equal(asvs.length, 253);
  assert.ok(namedIn(page).filter(({ title }) => title !== undefined).length > 150);
  assert.deepEqual(faultsIn(page), []);
});

test('docs/reference/asvs.md states its correct totals', () => {
  const of = (verdict: string) =>
    linesOf(page).filter(([id = '', , found]) => id.startsWith('V') && found === verdict).length;
  const [met, partly, not, none] = verdicts.map(of);
  assert.ok(
    page.includes(
      `253 requirements of levels 1 and 2 ${met} are met, ${partly} partly, ${not} not, and ${none} do not apply`,
    ),
    `${met} ${partly} ${not} ${none}`,
  );
});

test('notices a missing requirement, a renamed test and a missing file', () => {
  const line = page.split('\n').find((one) => one.startsWith('| V6.2.4 ')) ?? '';
  assert.equal(faultsIn(page.replace(line, '')).length, 1);
  assert.equal(faultsIn(`${page}\n${line}`).length, 1);
  assert.equal(faultsIn(page.replace(line, '| V6.2.4 | x | fine | y |')).length, 1);
  assert.equal(faultsIn(`${page}\n\`test/conventions/security.test.ts › no such test\``).length, 1);
  assert.equal(faultsIn(`${page}\n\`test/conventions/no-such.test.ts\``).length, 1);
});
