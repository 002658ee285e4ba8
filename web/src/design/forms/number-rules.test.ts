import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createI18n } from '../../language/create-i18n.ts';
import { enWithAudit } from '../../language/en-audit.ts';
import { explainRejection, type Rejection, stepOf } from './number-rules.ts';

const i18n = createI18n('en', enWithAudit, () => undefined);
const explain = (reason: Rejection['reason'], fields: Partial<Rejection> = {}) =>
  explainRejection(i18n, {
    reason,
    meanings: [],
    example: '1,250.50',
    digits: 2,
    min: '3',
    max: '99',
    ...fields,
  });

test('says why a number is rejected, and how to type it', () => {
  const { t, counted } = i18n;
  const unclear = t('number.unclear', { example: '1,250.50' });
  assert.equal(
    explain('ambiguous', { meanings: ['12.50', '1,250'] }),
    t('number.ambiguous', { one: '12.50', other: '1,250' }),
  );
  assert.deepEqual([explain('ambiguous', { meanings: ['12.50'] }), explain('ambiguous')], [unclear, unclear]);
  assert.equal(explain('notANumber'), t('number.notANumber', { example: '1,250.50' }));
  assert.equal(explain('decimals', { digits: 0 }), t('number.whole'));
  assert.equal(explain('decimals', { digits: 1 }), counted('number.decimals', 1));
  assert.equal(explain('decimals'), counted('number.decimals', 2));
  assert.equal(explain('negative'), t('number.negative'));
  assert.equal(explain('tooSmall'), t('number.atLeast', { limit: '3' }));
  assert.equal(explain('tooLarge'), t('number.atMost', { limit: '99' }));
});

test('the arrow up adds a step, and the arrow down subtracts one', () => {
  assert.deepEqual(
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', '1'].map((key) => stepOf(key, 5)),
    [5, -5, undefined, undefined],
  );
});
