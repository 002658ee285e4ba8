/** Code that needs something which does not come with the tests. No fault is drawn in it. */
interface NotRunHere {
  file: string;
  /** Functions at the top of the file; by default the whole file. */
  functions?: readonly string[];
  why: string;
}

const citus = 'Needs the machines of a Citus cluster. TEST_DATABASE_URL can name one.';

export const notRunHere: readonly NotRunHere[] = [
  {
    file: 'server/src/platform/counters/redis-counters.ts',
    why: 'Needs a Redis server. The tests use one where it is installed.',
  },
  { file: 'server/src/platform/database/citus/distribute.ts', why: citus },
  {
    file: 'server/src/platform/database/citus/distribution.ts',
    functions: [
      'listPlaced',
      'readTopology',
      'isDistributed',
      'moveTables',
      'placeTables',
      'listForeignKeys',
      'placeTable',
    ],
    why: citus,
  },
  { file: 'server/src/platform/database/migration/migrate.ts', functions: ['runDistributed'], why: citus },
  { file: 'server/src/platform/database/embedded/owner-lock.ts', functions: ['ownByPipe'], why: 'Needs Windows.' },
  {
    file: 'server/src/platform/openapi/reference-page.ts',
    functions: ['signInByTrying'],
    why: 'The browser runs a copy of its text, which the coverage does not show.',
  },
];

/** Whether a place is in such code. @param start offset of the place in the text of the file */
export const isNotRunHere = (file: string, text: string, start: number): boolean =>
  notRunHere.some(
    (one) =>
      one.file === file &&
      (one.functions?.some((name) => {
        const range = rangeOf(name, text);
        return range !== undefined && start >= range.start && start < range.end;
      }) ??
        true),
  );

/** From the name of a function at the top of a file to the brace that ends it. */
export function rangeOf(name: string, text: string): { start: number; end: number } | undefined {
  const start = text.search(new RegExp(`^(export )?(async )?function ${name}\\b`, 'm'));
  const end = text.indexOf('\n}\n', start);
  return start === -1 || end === -1 ? undefined : { start, end };
}
