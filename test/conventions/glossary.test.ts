import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url).pathname;

/** Words that the project used for its machinery, and the standard words in their place. */
const retired: readonly [RegExp, string][] = [
  [/\bdeeds?\b/i, 'operation context, ctx'],
  [/\bhappenings?\b/i, 'domain event'],
  [/\bchronicles?\b/i, 'outbox'],
  [/\b(?:House|OpenHouse|TestHouse|openHouse|openTestHouse)\b/, 'services, test application'],
  [/\bRefusals?\b/, 'AppError'],
  [/\b(?:Complaints|complainedOf)\b/, 'ValidationErrors'],
  [/\b(?:actTogether|createActTogether)\b/, 'group commit'],
  [/\b(?:open)?Lanes?\b/, 'queue'],
  [/\blanes\b/, 'queues'],
  [/\b(?:onOneMachine|onManyMachines)\b/, 'singleNode, citus'],
  [/\b(?:Shelf|openShelf|bottomless|Purses?)\b/, 'stock allocator, points balances'],
  [/\b(?:DrawnSale|rehears\w*)\b/i, 'prepared sale, dry run'],
  [
    /\b(?:Lookout|Speechless|Occasion|registerOccasions|createRecall)\b/,
    'waiter, movement without reason, request context, short cache',
  ],
  [/\b(?:guardDoor|shedSurplus|turnedAway|onTurnedAway)\b/, 'admission, load shedding, rejected'],
  [/\b(?:tidyHouse|tidyMerchant|upkeepJobs|chores?)\b/i, 'maintenance task'],
  [/\b(?:startPulse|giveBackOnceQuiet|shareNews)\b/, 'heartbeat, collect garbage, broadcast invalidation'],
  [/takings/i, 'sales roll-ups'],
  [/\bmisdeeds?\b/, 'violation'],
  [/\b(?:somebody|whoever|anew)\b/i, 'a user, a client; again'],
  [/\b(?:furnish|siblings|playStory|isNobodyHere)\b/, 'createServices, peers, recordExamples, hasNoMerchant'],
  [
    /\b(?:useSpeech|useTell|StoryCard|LeaveQuestion|StaffMemberForm)\b/,
    'useI18n, useNotify, timeline card, dialog, staff form',
  ],
];

/** Records of the past keep the words of their time. `takings` is the shop's word in the guide. */
const isExempt = (path: string) =>
  /^(docs\/(tutorial\/guide|openapi|reference\/performance)|server\/(migrations|schema)|bench\/results|test\/upgrade\/schemas|CHANGELOG|node_modules)/.test(
    path,
  ) || /node_modules\/|\/dist\/|glossary\.test\.ts$/.test(path);

const files = globSync('**/*.{ts,tsx,sql,md,yml,sh}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|\.git)$/.test(path),
})
  .filter((path) => !isExempt(path))
  .sort();

/** The retired words of a text, each with its line. */
function retiredIn(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    retired.flatMap(([word, standard]) => {
      const found = word.exec(line)?.[0];
      return found === undefined ? [] : [`${path}:${index + 1}: ${found}; the standard word is ${standard}`];
    }),
  );
}

test('no file uses a retired word', () => {
  assert.ok(files.length > 1_000, `${files.length} files`);
  assert.deepEqual(files.flatMap((path) => retiredIn(path, readFileSync(root + path, 'utf8'))).slice(0, 40), []);
});

test('notices a retired word in code, prose and SQL', () => {
  for (const line of [
    'const deed = 1;',
    '// The Lanes wait.',
    'select * from takings_by_method',
    'throw new Refusal()',
    'a rehearsal of it',
  ])
    assert.equal(retiredIn('x', line).length, 1, line);
  assert.deepEqual(retiredIn('x', 'Taking stock of the warehouse.'), []);
});
