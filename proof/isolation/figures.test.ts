import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttackFigures, hasSameOutcome, promisedBounds, slowViolationsOf, violationsOf } from './figures.ts';
import type { Observed } from './neighbours.ts';

const others = (worst_ms: number, rejected = 0): Observed => {
  const calm = { p50_ms: 4, p99_ms: 8, worst_ms: 9, refused: {} };
  return {
    sale: { ...calm, worst_ms, refused: rejected === 0 ? {} : { 503: rejected } },
    read: calm,
    report: calm,
    live: calm,
  } as Observed;
};

const figuresOf = (fields: Partial<AttackFigures>): AttackFigures => ({
  route: 'POST /transactions',
  kind: 'wide',
  requests: 1,
  statuses: { 422: 1 },
  took_ms: 10,
  hold_ms: 50,
  cpu_ms: 500,
  memory_mib: 300,
  refused_bytes: 256 * 1024,
  details: 101,
  elements: 0,
  others: others(250),
  ...fields,
});

test('an attack at each limit breaks no promise', () => {
  assert.deepEqual(slowViolationsOf(figuresOf({}), others(9), promisedBounds), []);
  assert.deepEqual(violationsOf(figuresOf({}), promisedBounds), []);
});

test('reports each promise about time that is broken', () => {
  const slow = (fields: Partial<AttackFigures>, baseline = others(9)) =>
    slowViolationsOf(figuresOf(fields), baseline, promisedBounds);
  assert.deepEqual(slow({ hold_ms: 51 }), ['holds the event loop for 51 ms']);
  assert.deepEqual(slow({ hold_ms: 51, cpu_ms: 20 }), [], 'the loop did not use the processor');
  assert.deepEqual(slow({ hold_ms: 51, requests: 10 }), []);
  assert.deepEqual(slow({ others: others(251) }), ['makes another merchant’s sale wait 251 ms']);
  const slowMachine = others(9);
  slowMachine.sale.p50_ms = 20;
  assert.deepEqual(slow({ others: others(500) }, slowMachine), []);
  assert.equal(slow({ others: others(501) }, slowMachine).length, 1);
});

test('reports each other promise that is broken', () => {
  const broken: [Partial<AttackFigures>, RegExp][] = [
    [{ refused_bytes: 257 * 1024 }, /257 KiB/],
    [{ details: 102 }, /102 details/],
    [{ elements: 1 }, /names 1 elements/],
    [{ memory_mib: 301 }, /301 MiB/],
    [{ others: others(9, 2) }, /2 rejected sales/],
    [{ statuses: { 0: 1 } }, /no response/],
    [{ statuses: { 500: 1 } }, /status 500/],
    [{ statuses: { 503: 1 } }, /status 503/],
  ];
  for (const [fields, message] of broken) {
    const found = violationsOf(figuresOf(fields), promisedBounds);
    assert.equal(found.length, 1, JSON.stringify(found));
    assert.match(found[0] ?? '', message);
  }
  assert.deepEqual(violationsOf(figuresOf({ requests: 10, statuses: { 503: 9, 200: 1 } }), promisedBounds), []);
});

test('a repetition with other statuses did other work, unless they only tell the load', () => {
  const same = (one: Record<string, number>, other: Record<string, number>) =>
    hasSameOutcome(figuresOf({ statuses: one }), figuresOf({ statuses: other }));
  assert.ok(same({ 200: 10 }, { 200: 9, 429: 1 }) && same({ 404: 5, 0: 5 }, { 503: 1, 404: 9 }));
  assert.ok(!same({ 200: 10 }, { 401: 10 }) && !same({ 201: 1, 422: 1 }, { 422: 2 }));
});
