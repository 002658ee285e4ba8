import type { Recorder } from './recorder.ts';

/** A day of a register: a shift is opened, sells, is counted and closed. */
export async function workAtRegister({ show, refuse }: Recorder, { coffee }: { coffee: string }): Promise<void> {
  const branch_id = (await show('listBranches')).data[0].id;
  const body = { name: 'Counter 1', branch_id, opening_float: 100, blind_count: true };
  const register_id = (await show('createRegister', { body })).data.id;
  await show('updateRegister', { path: { id: register_id }, body: { requires_shift: true } });
  await show('listRegisters', { query: { branchId: branch_id } });
  await show('getRegister', { path: { id: register_id } });
  const sale = { items: [{ product_id: coffee, quantity: 1 }], payment_method: 'cash', register_id };
  await refuse('INVALID_STATE', 'createTransaction', { body: sale });
  const id = (
    await show('openShift', {
      body: {
        register_id,
        counted_float: 100,
        denominations: [
          { value: 20, count: 4 },
          { value: 10, count: 2 },
        ],
      },
    })
  ).data.id;
  await show('createTransaction', { body: { ...sale, amount_tendered: 50 } });
  const path = { id };
  await show('createCashMovement', { path, body: { type: 'paid_out', amount: 12.5, reason: 'Flowers' } });
  const movement = (await show('createCashMovement', { path, body: { type: 'no_sale', reason: 'Change for a guest' } }))
    .data.id;
  await show('voidCashMovement', { path: { id, movement_id: movement }, body: { reason: 'Counted twice' } });
  await show('listCashMovements', { path });
  await show('countShift', { path, body: { counted: [{ method: 'cash', amount: 100 }] } });
  await refuse('INVALID_STATE', 'createTransaction', { body: sale });
  await show('reopenShift', { path });
  await show('countShift', { path, body: { counted: [{ method: 'cash', amount: 110 }] } });
  await show('recountShift', { path, body: { counted: [{ method: 'cash', amount: 112.5 }] } });
  await show('getShift', { path });
  await show('listShifts', { query: { registerId: register_id, status: 'counting' } });
  const closure = (await show('closeShift', { path, body: { note: 'A quiet day' } })).data.id;
  await refuse('INVALID_STATE', 'closeShift', { path, body: {} });
  await show('recountClosure', {
    path: { id: closure },
    body: { counted: [{ method: 'cash', amount: 113 }], reason: 'A coin was under the tray' },
  });
  await show('listClosures', { query: { registerId: register_id } });
  await show('getClosure', { path: { id: closure } });
  await show('printShift', { path, query: { format: 'csv' } });
  await show('exportJournal', { path: { id: register_id } });
  await show('getJournal', { path: { id: register_id } });
  await show('getAccounts');
  await show('updateAccounts', {
    body: {
      methods: [{ method: 'cash', account: '1600' }],
      revenue: [{ rate: 11, account: '8400' }],
      tax: [{ rate: 11, account: '1776' }],
      over_short: '2150',
    },
  });
  await show('getPostings', { path: { id: closure } });
  await show('exportPostings', { path: { id: closure }, query: { format: 'csv' } });
  await show('printClosure', { path: { id: closure }, query: { format: 'csv' } });
}
