import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDurations } from './durations.ts';
import { createTelemetry } from './telemetry.ts';

interface Measured {
  metrics: ReturnType<typeof createDurations>['metrics'];
}

/** The value of a sample, for example the sum of a histogram. */
async function sampleOf({ metrics }: Measured, metric: string, labels: Record<string, string | number> = {}) {
  for (const each of metrics) {
    const { name: own, values } = await each.get();
    const found = values.find(
      (value) =>
        ('metricName' in value ? value.metricName : own) === metric &&
        Object.entries(labels).every(([name, label]) => (value.labels as typeof labels)[name] === label),
    );
    if (found !== undefined) return found.value;
  }
  return undefined;
}

test('measures statements, waits and jobs in seconds, as long as they took', async () => {
  const telemetry = createTelemetry({ log: { warn: () => undefined }, slow_statement_ms: 0 });
  const since = performance.now();
  const stop = telemetry.startTimer('statement', 'select sales');
  const request = { requestContext: {} };
  await telemetry.batch(
    'sales',
    [
      { request, since: since - 2_000 },
      { request, since: since - 1_000 },
    ],
    async () => 1,
  );
  await assert.rejects(telemetry.job('upkeep', () => Promise.reject(new Error('it failed'))));
  stop(undefined);
  const took_s = (performance.now() - since) / 1_000;
  for (const [metric, name, least_s, most_s] of [
    ['tillhouse_database_statement_duration_seconds_sum', 'select sales', 0, took_s],
    ['tillhouse_batch_wait_seconds_sum', 'sales', 3, 3 + 2 * took_s],
    ['tillhouse_job_duration_seconds_sum', 'upkeep', 0, took_s],
  ] as const) {
    const sum = (await sampleOf(telemetry, metric, { name })) ?? -1;
    assert.ok(sum >= least_s && sum <= most_s, `${metric} is ${sum}`);
  }
  assert.equal(await sampleOf(telemetry, 'tillhouse_commit_batch_size_sum'), 2);
});

test('a statement is slow from the threshold on', (context) => {
  const logged: object[] = [];
  const telemetry = createTelemetry({ log: { warn: (fields) => logged.push(fields) }, slow_statement_ms: 100 });
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  for (const took_ms of [99, 100]) {
    const stop = telemetry.startTimer('statement', `of ${took_ms} ms`);
    now += took_ms;
    stop(undefined);
  }
  assert.deepEqual(logged, [{ request_id: undefined, statement: 'of 100 ms', duration_ms: 100 }]);
});

test('counts names beyond the two hundredth together', async () => {
  const durations = createDurations();
  for (let at = 1; at <= 202; at += 1) durations.observe('job', `job ${at}`, 1_000);
  durations.observe('job', 'job 200', 1_000);
  const count = (name: string) => sampleOf(durations, 'tillhouse_job_duration_seconds_count', { name });
  assert.deepEqual([await count('job 200'), await count('job 201'), await count('other')], [2, undefined, 2]);
});

test('shows every limit of sign-ins from the start, and counts by name', async () => {
  const durations = createDurations();
  for (const limit of ['account_and_address', 'address', 'network', 'account', 'device'])
    assert.equal(await sampleOf(durations, 'tillhouse_sign_in_refusals_total', { limit }), 0);
  durations.countRejectedSignIn('device');
  durations.countQuota('pictures');
  durations.countResponse('cache');
  assert.equal(await sampleOf(durations, 'tillhouse_sign_in_refusals_total', { limit: 'device' }), 1);
  assert.equal(await sampleOf(durations, 'tillhouse_quota_refusals_total', { quota: 'pictures' }), 1);
  assert.equal(await sampleOf(durations, 'tillhouse_cached_responses_total', { from: 'cache' }), 1);
});

test('the bounds of histograms stay, so that what was recorded before can be compared', async () => {
  const fine = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
  for (const [what, metric, bounds] of [
    ['statement', 'tillhouse_database_statement_duration_seconds', [...fine, 0.5, 1, 5]],
    ['connection', 'tillhouse_database_connection_wait_seconds', [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]],
    ['batch_wait', 'tillhouse_batch_wait_seconds', [...fine, 1]],
    ['job', 'tillhouse_job_duration_seconds', [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120]],
    ['size', 'tillhouse_commit_batch_size', [1, 2, 3, 5, 8, 13, 20, 30, 40, 50]],
  ] as const) {
    const durations = createDurations();
    if (what === 'size') durations.observeBatch(1);
    else durations.observe(what, 'one', 1);
    for (const each of durations.metrics) {
      const { name, values } = await each.get();
      if (name !== metric) continue;
      const found = values.flatMap(({ labels }) => ('le' in labels ? [labels.le] : []));
      assert.deepEqual(found, [...bounds, '+Inf']);
    }
  }
});
