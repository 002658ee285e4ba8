type Fields = Record<string, string | number>;
type Insert = (fields?: Fields) => string;

interface Rows {
  row(table: string, fields: Fields): string;
  event(type: string, subject_id: string, fields?: Fields): string;
  movementEvent(id: string): string;
  sale: Insert;
  refund: Insert;
  points: Insert;
  customer: Insert;
  aProduct: Insert;
  /** A complete sale with its events. */
  wholeSale: readonly string[];
  branch_id: string;
  owner_id: string;
}

/** SQL statements that violate each invariant about events, their records, and webhooks. */
export function eventFaultsOf(rows: Rows): Record<string, string[][]> {
  const { row, event, movementEvent, sale, refund, points, customer, aProduct, wholeSale, branch_id, owner_id } = rows;
  const one = '00000000-0000-7000-8000-000000000001';
  const two = '00000000-0000-7000-8000-000000000002';
  const at = '2026-03-01T10:00:00Z';
  const later = '2026-03-01T10:00:01Z';
  const day = '2026-03-01';

  const endpoint = (fields: Fields = {}) =>
    row('webhook_endpoints', { status: 'active', cursor: 5, since: 0, ...fields });

  const webhookMerchant = row('webhook_merchants', {});

  const eventHead = row('event_heads', { sequence: 5 });

  const numberedEvent = row('events', { type: 'sale.completed', sequence: 5 });

  return {
    I20: [
      [...wholeSale, `delete from events where type = 'sale.completed'`],
      [...wholeSale, event('sale.completed', one)],
      [...wholeSale, movementEvent(one)],
      [...wholeSale, `delete from events where type = 'stock.moved'`, movementEvent(one)],
      [...wholeSale, movementEvent('00000000-0000-7000-8000-000000000003')],
      [...wholeSale, `update sales set status = 'voided', voided_at = '${at}'`],
      [...wholeSale, event('sale.voided', one)],
      [...wholeSale, refund()],
      [...wholeSale, event('sale.refunded', one)],
      [sale({ status: 'pending' })],
      [points()],
      [points(), event('points.changed', one, { payload: `{"id":"${two}"}` })],
      [row('closed_days', { branch_id })],
      [row('closed_days', { branch_id, day }), event('day.closed', branch_id, { payload: '{"day":"2026-03-02"}' })],
      [aProduct()],
      [aProduct({ deleted_at: at }), event('product.created', one)],
      [customer()],
      [customer({ deleted_at: at }), event('customer.created', one)],
      [customer({ deleted_at: at, erased_at: at }), event('customer.created', one), event('customer.deleted', one)],
      [row('categories', { name: 'N' })],
      [row('branches', { name: 'N' })],
      [row('warehouses', { name: 'N', branch_id })],
      [row('memberships', { user_id: one, role: 'cashier' })],
      // A row that is newer than the oldest stored event.
      [customer(), row('event_heads', { sequence: 9 }), event('staff.updated', two, { sequence: 9, created_at: at })],
    ],
    I21: [
      [...wholeSale, `update sales set updated_at = '${later}'`],
      [...wholeSale, `update stock_levels set updated_at = '${later}'`],
      [aProduct({ updated_at: later }), event('product.created', one)],
      [customer({ updated_at: later }), event('customer.created', one)],
      [row('categories', { name: 'N', updated_at: later }), event('category.created', one)],
      [`update branches set updated_at = '${later}'`],
      [`update warehouses set updated_at = '${later}'`],
      [`update memberships set updated_at = '${later}'`],
      [`update merchants set updated_at = '${later}'`],
      [row('imports', { user_id: owner_id, status: 'done', finished_at: at })],
      [row('exports', { user_id: owner_id, state: 'ready', run_id: one, finished_at: at })],
      [row('exports', { user_id: owner_id, state: 'failed', finished_at: at }), event('export.ready', one)],
    ],
    I22: [
      [customer({ merchant_id: two }), event('customer.created', one)],
      [event('branch.updated', branch_id, { merchant_id: two })],
      [event('staff.updated', owner_id, { merchant_id: two })],
    ],
    I23: [
      [webhookMerchant, eventHead, endpoint(), numberedEvent],
      [webhookMerchant, eventHead, endpoint({ types: '{sale.*}' }), numberedEvent],
      [webhookMerchant, eventHead, endpoint({ types: '{stock.low,sale.completed}' }), numberedEvent],
      [
        webhookMerchant,
        eventHead,
        endpoint({ since: 4 }),
        numberedEvent,
        row('webhook_deliveries', { endpoint_id: two, event_id: one, state: 'failed', finished_at: at }),
      ],
    ],
    I24: [
      [webhookMerchant, eventHead, endpoint({ cursor: 6 })],
      [webhookMerchant, endpoint()],
      [eventHead, endpoint()],
    ],
  };
}
