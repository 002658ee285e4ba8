import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkData, pushedTypes } from '../../server/src/features/push/rules.ts';
import { browserOf } from '../../web/src/design/browser-of.ts';
import { notificationPage } from '../../web/src/push/notification-page.ts';

test('each notification opens its page', () => {
  const details = { transaction_id: 'the-sale', branch_id: 'the-branch', day: '2026-11-21' };
  const pages = Object.fromEntries(
    pushedTypes.map((type) => [type, notificationPage({ type, subject_id: 'subject', ...linkData(type, details) })]),
  );
  assert.deepEqual(pages, {
    'stock.low': '/products/subject',
    'stock.out': '/products/subject',
    'sale.refunded': '/sales/the-sale',
    'export.ready': '/reports',
    'export.failed': '/reports',
    'import.done': '/stock/import',
    'day.closed': '/reports?from=2026-11-21&to=2026-11-21&branch=the-branch',
    'session.new_device': '/settings/account',
    'staff.signed_out': '/settings/account',
    'approval.requested': '/approvals',
  });
  assert.equal(notificationPage({ type: 'test' }), '/settings/devices');
  assert.equal(notificationPage({ type: 'unknown.type' }), '/');
});

test('opens the best page for messages of older versions', () => {
  assert.equal(notificationPage({ type: 'sale.refunded', subject_id: 'a-refund' }), '/sales');
  assert.equal(notificationPage({ type: 'day.closed', subject_id: 'a-branch' }), '/reports');
});

test('names a browser and its system', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const names: Record<string, string> = {
    [chrome]: 'Chrome · Windows',
    [`${chrome} Edg/140.0.0.0`]: 'Edge · Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15':
      'Safari · macOS',
    'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0': 'Firefox · Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1':
      'Safari · iPhone',
    'till-app/2.1': 'till-app/2.1',
  };
  for (const [userAgent, name] of Object.entries(names)) assert.equal(browserOf(userAgent), name);
});
