import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const inFeatures = 'server/src/features/';

/** The files and folders of the project that a document names in code spans, or links to. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\s{}*…]+)`/g)].map(([, span = '']) => span);
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link);
  return [...spans.filter((span) => /^\w[\w.-]*\//.test(span) && !span.startsWith('npm')), ...links];
}

const missingIn = (text: string) =>
  [...new Set(pathsIn(text))].filter(
    (path) => !existsSync(new URL(path, root)) && !existsSync(new URL(inFeatures + path, root)),
  );

test('CONTRIBUTING.md names existing files', () => {
  const text = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
  assert.ok(pathsIn(text).length > 40);
  assert.deepEqual(missingIn(text), []);
});

/** The folders to which paths in documents are relative. */
const bases = [
  '',
  'server/',
  'server/src/',
  'server/src/platform/',
  inFeatures,
  'web/src/',
  'proof/',
  'test/',
  'bench/',
  'client/',
];

/** The source paths in code spans of a document that exist in none of these folders. */
const missingSources = (text: string) =>
  [...text.matchAll(/`(\w[^`\s{}*…<]*\/[^`\s{}*…<]+\.(?:tsx?|sql))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !bases.some((base) => existsSync(new URL(base + path, root))));

for (const document of ['ARCHITECTURE.md', 'README.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })])
  test(`${document} names existing sources`, () => {
    assert.deepEqual(missingSources(readFileSync(new URL(document, root), 'utf8')), []);
  });

test('notices a missing file', () => {
  assert.deepEqual(missingSources('`platform/http/errors.ts`, `http/door.ts` and `web/src/app/app.tsx`'), [
    'http/door.ts',
  ]);
  assert.deepEqual(missingIn('See `server/src/app/app.ts`, `sales/nowhere.ts` and [this](docs/nothing.md).'), [
    'sales/nowhere.ts',
    'docs/nothing.md',
  ]);
});

test('each address that CONTRIBUTING.md places in a file is in that file', () => {
  const text = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
  const rows = [...text.matchAll(/^\| (`(?:GET|POST|PUT|PATCH|DELETE) .*) \| `([^`]+)` \|$/gm)];
  assert.ok(rows.length >= 10);
  for (const [, addresses = '', file = ''] of rows) {
    const source = readFileSync(new URL(inFeatures + file, root), 'utf8');
    for (const [, address = ''] of addresses.matchAll(/`\w+ ([^`]+)`/g))
      assert.ok(source.includes(`'${address.replace(/\{(\w+)\}/g, ':$1')}'`), `${address} is not in ${file}`);
  }
});

/** Every page that is written by hand or generated, but for the decision records. */
const pages = globSync('docs/**/*.md', { cwd: root }).filter((path) => !path.startsWith('docs/decisions/'));
const kinds = ['tutorial', 'how-to', 'reference', 'explanation'];
const isOfOneKind = (path: string) => kinds.some((kind) => new RegExp(`^docs/${kind}/[^/]+\\.md$`).test(path));

test('each page of docs/ is a tutorial, a how-to, a reference or an explanation', () => {
  assert.ok(pages.length > 12);
  assert.deepEqual(
    pages.filter((path) => path !== 'docs/README.md' && !isOfOneKind(path)),
    [],
  );
  assert.deepEqual(['docs/stray.md', 'docs/how-to/deep/page.md', 'docs/how-to/page.md'].map(isOfOneKind), [
    false,
    false,
    true,
  ]);
});

test('docs/README.md lists every page', () => {
  const index = readFileSync(new URL('docs/README.md', root), 'utf8');
  assert.deepEqual(
    pages.filter((path) => path !== 'docs/README.md' && !index.includes(`](${path.replace('docs/', '')})`)),
    [],
  );
});

/** The id of a heading, as Markdown viewers make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Links of a document to files that do not exist, or to headings that their file does not have. */
const brokenLinks = (path: string, text: string): string[] =>
  [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = new URL(file === '' ? (path.split('/').at(-1) ?? '') : file, new URL(path, root));
      if (!existsSync(target)) return true;
      if (anchor === undefined) return false;
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        anchorOf(heading),
      );
      return !headings.includes(anchor);
    });

const documents = [
  ...pages,
  ...globSync(['*.md', '{client,bench,demo,server,web}/*.md', 'bench/notes/*.md'], { cwd: root }),
];
for (const document of documents)
  test(`the links of ${document} lead to files and headings that exist`, () =>
    assert.deepEqual(brokenLinks(document, readFileSync(new URL(document, root), 'utf8')), []));

test('a link to a missing file or heading is noticed', () => {
  const text =
    '[a](nowhere.md) [b](operations.md#nowhere) [c](operations.md#backup-and-restore) [d](#stopping) [e](https://example.com)';
  assert.deepEqual(brokenLinks('docs/how-to/operations.md', text), ['nowhere.md', 'operations.md#nowhere']);
});

const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: root }).sort();

/** What is missing from, or too long in, a decision record. */
function faultsOfRecord(path: string, text: string): string[] {
  const number = path.match(/(\d{4})[^/]*$/)?.[1] ?? '';
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  return [
    ...(text.startsWith(`# ${number} `) ? [] : ['its title does not begin with its number']),
    ...(headings.join() === 'Context,Decision,Consequences' ? [] : [`its headings are ${headings.join()}`]),
    ...(text.split('\n').length - 1 <= 60 ? [] : ['it has more than 60 lines']),
    ...text
      .split('\n')
      .flatMap((line, index) => (line.length <= 120 || line.startsWith('|') ? [] : [`line ${index + 1} is too long`])),
    ...[...text.matchAll(/\]\(([^)#:]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !existsSync(new URL(link, new URL(path, root)))),
  ];
}

test('every decision record has a context, a decision and consequences in at most 60 lines', () => {
  assert.ok(decisions.length > 70);
  const faults = decisions.flatMap((path) =>
    faultsOfRecord(path, readFileSync(new URL(path, root), 'utf8')).map((fault) => `${path}: ${fault}`),
  );
  assert.deepEqual(faults, []);
});

test('a decision record without a heading, with a long line or a broken link is noticed', () => {
  const good = '# 0001 Title\n\n## Context\n\n## Decision\n\n## Consequences\n';
  const record = 'docs/decisions/0001-title.md';
  assert.deepEqual(faultsOfRecord(record, good), []);
  for (const bad of [
    good.replace('0001', '0002'),
    good.replace('## Decision\n', ''),
    good + '\n'.repeat(60),
    `${good}${'long '.repeat(30)}\n`,
    `${good}[0000](0000-nothing.md)\n`,
  ])
    assert.equal(faultsOfRecord(record, bad).length, 1, bad);
});

test('the index of decisions lists every record with its title', () => {
  const index = readFileSync(new URL('docs/decisions/README.md', root), 'utf8');
  const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.*) \|$/gm)].map(
    ([, number, file, title]) => `${file}: # ${number} ${title}`,
  );
  const records = decisions.map(
    (path) => `${path.replace(/.*\//, '')}: ${readFileSync(new URL(path, root), 'utf8').split('\n', 1)[0]}`,
  );
  assert.deepEqual(rows, records);
});

/** The features of ARCHITECTURE.md with the first segments of their addresses. */
function mapOfFeatures(): Map<string, string[]> {
  const text = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)` *\|[^|]*\|(.*)\|$/gm)];
  return new Map(
    rows.map(([, feature = '', cell = '']) => [
      feature,
      [...cell.matchAll(/`\/([\w-]+)/g)].map(([, segment = '']) => segment),
    ]),
  );
}

test('ARCHITECTURE.md leads from the first segment of every address to a feature that there is', () => {
  const features = mapOfFeatures();
  assert.deepEqual(
    [...features.keys()].sort(),
    globSync('*/', { cwd: new URL(inFeatures, root) })
      .map((name) => name.replace(/\/$/, ''))
      .sort(),
  );
  const { paths } = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8')) as {
    paths: Record<string, unknown>;
  };
  const segments = new Set(Object.keys(paths).flatMap((path) => path.match(/^\/api\/v1\/([\w-]+)/)?.[1] ?? []));
  assert.ok(segments.size > 20);
  const named = new Set([...features.values()].flat());
  assert.deepEqual(
    [...segments].filter((segment) => !named.has(segment)),
    [],
  );
});
