import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { AppError } from '../../core/errors.ts';
import { isConnectionLost, isRetryable, mapDatabaseError } from './failure.ts';

/** An error of the server. */
function failure(code: string, fields: { constraint?: string; message?: string; severity?: string } = {}) {
  const { message = 'it failed', severity = 'ERROR', constraint } = fields;
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, severity, constraint });
}
/** An error of the network. */
const broken = (code: string | undefined, message = 'it broke') => Object.assign(new Error(message), { code });
const codeOf = (error: unknown) => {
  const mapped = mapDatabaseError(error);
  return mapped instanceof AppError ? mapped.code : 'unknown';
};

test('lost connections, full disks, stopped servers, locks and deadlocks are unavailable for two seconds', () => {
  for (const code of ['08006', '53100', '53300', '57P01', '57014', '55P03', '25006', '40001', '40P01'])
    assert.equal(codeOf(failure(code)), 'UNAVAILABLE', code);
  const cause = failure('53100');
  const mapped = mapDatabaseError(cause) as AppError;
  assert.deepEqual([mapped.retry_after_s, mapped.cause, mapped.details], [2, cause, []]);
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
    assert.equal(codeOf(broken(code)), 'UNAVAILABLE', code);
  for (const code of ['EAI_AGAIN', 'EACCES']) assert.equal(codeOf(broken(code)), 'UNAVAILABLE', code);
  for (const message of ['Connection terminated unexpectedly', 'Query read timeout', 'Client was closed and is not q'])
    assert.equal(codeOf(broken(undefined, message)), 'UNAVAILABLE', message);
});

test('other errors stay as they are', () => {
  for (const error of [failure('23505'), failure('42P01'), failure('22P02'), broken('EEXIST'), 'text', undefined])
    assert.equal(mapDatabaseError(error), error);
  const known = new AppError('DUPLICATE', 'It exists');
  assert.equal(mapDatabaseError(known), known);
});

test('a violated constraint names the field, also in the form in which Citus passes it on', () => {
  const field = [{ field: 'sku', message: 'This SKU is already in use' }];
  for (const error of [
    failure('23505', { constraint: 'products_sku_unique' }),
    failure('23505', { constraint: 'products_sku_unique_102008' }),
    failure('23505', { message: 'duplicate key value violates unique constraint "products_sku_unique_102008"' }),
  ]) {
    const mapped = mapDatabaseError(error) as AppError;
    assert.deepEqual([mapped.code, mapped.details, mapped.cause], ['DUPLICATE', field, error]);
  }
  const stock = mapDatabaseError(failure('23514', { constraint: 'stock_levels_available' })) as AppError;
  assert.deepEqual([stock.code, stock.message, stock.details], ['INSUFFICIENT_STOCK', 'There is not enough stock', []]);
  // Only a violation names a constraint at the end of its message.
  assert.equal(codeOf(failure('42704', { message: 'no constraint "products_sku_unique"' })), 'unknown');
});

test('a sum beyond the largest number is invalid input', () => {
  const error = failure('22003');
  const mapped = mapDatabaseError(error) as AppError;
  assert.deepEqual([mapped.code, mapped.cause], ['VALIDATION_ERROR', error]);
});

test('a serialization failure, a deadlock and an equal random code are tried again, nothing else', () => {
  for (const error of [
    failure('40001'),
    failure('40P01'),
    failure('23505', { constraint: 'sales_code_unique' }),
    mapDatabaseError(failure('40P01')),
  ])
    assert.equal(isRetryable(error), true);
  for (const error of [
    failure('55P03'),
    failure('23505', { constraint: 'sales_pkey' }),
    broken('ECONNRESET'),
    new AppError('UNAVAILABLE', 'Later'),
    undefined,
  ])
    assert.equal(isRetryable(error), false);
});

test('a connection is lost by an error of the network or one that ends the session', () => {
  for (const error of [
    broken('ECONNRESET'),
    broken(undefined, 'timeout expired'),
    failure('57P01', { severity: 'FATAL' }),
    failure('XX000', { severity: 'PANIC' }),
  ])
    assert.equal(isConnectionLost(error), true);
  for (const error of [failure('57014'), broken('EEXIST'), new AppError('UNAVAILABLE', 'Later'), 'text'])
    assert.equal(isConnectionLost(error), false);
});
