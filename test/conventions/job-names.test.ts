import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobsOf } from '../../server/src/app/background.ts';
import { enWithAudit as en } from '../../web/src/language/en-audit.ts';
import { createTestApp } from '../test-app.ts';

const { services } = (await createTestApp()).fastify;

test('the pages have a name for each job of a merchant', () => {
  const ofMerchants = jobsOf(services, { warn: () => undefined }).filter(({ cron }) => cron === undefined);
  const names = ofMerchants.map(({ name }) => `jobs.name.${name}`).sort();
  assert.deepEqual(
    names,
    Object.keys(en)
      .filter((text) => text.startsWith('jobs.name.'))
      .sort(),
  );
});
