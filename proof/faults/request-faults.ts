import { fuzz, model, proof, race, tests } from './checks.ts';
import type { Fault } from './fault.ts';

/** Faults of repeated, interrupted, oversized, malformed and failed requests. */
export const requestFaults: readonly Fault[] = [
  {
    name: 'key-of-a-sale-not-stored',
    in: 'createGroupCommit',
    find: '    if (answers.length > 0) insertAnswers(tx, answers);',
    put: '    if (answers.length > 0) insertAnswers(tx, answers.slice(1));',
    breaks: 'Of sales that share a commit, the first does not store its key',
    by: race('bursts'),
    says: /bursts/,
  },
  {
    name: 'replay-fails',
    in: 'claimKeys',
    find: '    on conflict (merchant_id, key) do nothing returning key`',
    put: '    returning key`',
    breaks: 'A repeated request gets an internal error',
    by: race('bursts'),
    says: /bursts.*INTERNAL_ERROR/s,
  },
  {
    name: 'answered-before-commit',
    in: 'runIdempotent',
    find: '    return { status, body: text, replayed: false };\n',
    put: '    send(reply, { status, body: text, replayed: false });\n    return { status, body: text, replayed: false };\n',
    breaks: 'A response is sent before its commit',
    by: model(),
    says: /service and model differ|AssertionError.*success/s,
  },
  {
    name: 'asynchronous-commit',
    in: 'applySettings',
    find: "coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on')",
    put: "'off'",
    breaks: 'A commit does not wait for the disk',
    by: proof('crash', 8),
    says: /lost: |was refused: 404/,
  },
  {
    name: 'stack-in-response',
    in: 'failureBody',
    find: '    message: appError.message,\n',
    put: '    message: appError.stack ?? appError.message,\n',
    breaks: 'An error shows its stack',
    by: fuzz(),
    says: /leaks internal details/,
  },
  {
    name: 'stop-cuts-off',
    in: 'registerDrain',
    find: 'while (!closed && performance.now() < until && performance.now() - quietSince < quiet_ms) {',
    put: 'while (closed) {',
    breaks: 'A stop cuts off requests in progress',
    by: proof('stop', 2),
    says: /AssertionError|cut/,
  },
  {
    name: 'dry-run-writes',
    in: 'itemFileRoutes',
    find: '      return toDryRunResult(',
    put: "      await importFile(services, request.actor, { id: newId(), is_named: false, file_name: '', content });\n      return toDryRunResult(",
    breaks: 'A dry run imports the file',
    by: tests('test/interface/import.test.ts'),
    says: /✖ validates a file without changes/,
  },
];
