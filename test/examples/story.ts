import { closeDays } from '../../server/src/features/reports/close-days.ts';
import { runMaintenance } from '../../server/src/platform/maintenance/maintenance.ts';
import { runDemo } from '../demo.ts';
import { aPng } from '../images.ts';
import { aReceiver } from '../receiver.ts';
import type { TestApp } from '../test-app.ts';
import { useApprovals } from './approvals.ts';
import { exportInBackground } from './exports.ts';
import { createRecorder, type Examples, type Recorder } from './recorder.ts';
import { workAtRegister } from './register.ts';
import { email, password, setUpShop } from './set-up.ts';

/** Mail is queued but not sent: nothing listens on the port of SMTP_URL. */
export const storyEnv = {
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Tillhouse <till@shop.example>',
};

/**
 * A scenario of a small shop that calls every operation. Its requests and responses are the examples in `openapi.json`.
 */
export async function recordExamples(app: TestApp): Promise<Examples> {
  const recorder = createRecorder(app, '2026-03-02T08:00:00.000Z');
  const { show, as } = recorder;
  await setUpShop(recorder, app.clock);
  const products = await createProducts(recorder);
  const anna = await createCustomer(recorder);
  const sale_id = await sell(recorder, products, anna);
  await moveStock(recorder, products);
  await workAtRegister(recorder, products);
  await useApprovals(recorder, { owner: { email, password }, product_id: products.coffee });
  await useInventoryRecords(recorder);
  await useWebhooks(recorder);
  await readReportsAndEvents(recorder, { ...products, anna, sale_id });
  await exportInBackground(recorder, app);
  await deleteRecords(recorder, products, anna);
  await closeDay(app);
  await recorder.gatherEvents();
  await show('updateCurrentUser', { body: { name: 'Olivia Okafor' } });
  await show('changePassword', { body: { current_password: password, new_password: 'another good long password' } });
  await recorder.refuse('INVALID_CREDENTIALS', 'login', { body: { email, password } });
  await show('logout');
  const { access_token } = (await show('login', { body: { email, password: 'another good long password' } })).data;
  as({ authorization: `Bearer ${access_token}` });
  await show('endSessions', { query: { keep_current: 'false' } });
  await recorder.refuse('UNAUTHENTICATED', 'getCurrentUser');
  await loadDemoShop(recorder, app);
  as({});
  await recorder.refuse('MALFORMED_REQUEST', 'login', { headers: { 'content-type': 'text/plain' }, body: 'not JSON' });
  return recorder.examples;
}

interface ProductIds {
  coffee: string;
  large: string;
}

async function createProducts({ show, refuse }: Recorder): Promise<ProductIds> {
  const category = (await show('createCategory', { body: { name: 'Coffe' } })).data;
  await show('renameCategory', { path: { id: category.id }, body: { name: 'Coffee' } });
  await show('listCategories');
  const beans = { sku: 'COF-250', name: 'Coffee beans 250 g', price: 7.9, cost: 4.1, stock: 40, min_stock: 10 };
  const coffee = (await show('createProduct', { body: { ...beans, category: 'Coffee', barcode: '4006381333931' } }))
    .data.id;
  await refuse('VALIDATION_ERROR', 'createProduct', { body: { sku: 'COF-1000', price: -1 } });
  const large = (
    await show('createVariant', {
      path: { id: coffee },
      body: { name: '1 kg', sku: 'COF-1000', price: 27.5, stock: 12 },
    })
  ).data.id;
  await show('updateProduct', { path: { id: coffee }, body: { price: 8.2 } });
  await show('patchProduct', { path: { id: coffee }, body: { description: 'Roasted in Hamburg' } });
  const picture = { name: 'beans.png', content: aPng().toString('latin1') };
  await show('addProductImage', { path: { id: coffee }, file: picture });
  await show('getProduct', { path: { id: coffee } });
  await show('listProducts', { query: { search: 'coffee', sort: '-price,name' } });
  await show('lookUpCode', { query: { code: '4006381333931' } });
  await refuse('NOT_FOUND', 'getProduct', { path: { id: '019cadaa-0000-7000-8000-00000000ffff' } });
  return { coffee, large };
}

async function createCustomer({ show }: Recorder): Promise<string> {
  const anna = (
    await show('createCustomer', { body: { name: 'Anna', email: 'anna@example.com', phone: '+49 170 1234567' } })
  ).data.id;
  await show('updateCustomer', { path: { id: anna }, body: { address: 'Lange Reihe 5, Hamburg' } });
  await show('getCustomer', { path: { id: anna } });
  await show('listCustomers', { query: { search: 'anna' } });
  return anna;
}

async function sell({ show, refuse }: Recorder, { coffee, large }: ProductIds, customer_id: string): Promise<string> {
  const items = [
    { product_id: coffee, quantity: 2 },
    { product_id: large, quantity: 1, discount: 2.5 },
  ];
  const tender = { payment_method: 'cash', amount_tendered: 50 };
  await show('quoteTransaction', { body: { items, discount: { percent: 5 }, customer_id } });
  const { id } = (
    await show('createTransaction', {
      body: { items, ...tender, customer_id },
      headers: { 'idempotency-key': 'till-1-0001' },
    })
  ).data;
  const many = { items: [{ product_id: coffee, quantity: 500 }], payment_method: 'cash' };
  await refuse('INSUFFICIENT_STOCK', 'createTransaction', { body: many });
  await refuse('IDEMPOTENCY_CONFLICT', 'createTransaction', {
    body: many,
    headers: { 'idempotency-key': 'till-1-0001' },
  });
  const parked = { status: 'pending', items: [{ product_id: coffee, quantity: 1 }] };
  const completed = (await show('createTransaction', { body: parked })).data.id;
  await show('updateTransaction', {
    path: { id: completed },
    body: { items: [{ product_id: coffee, quantity: 2 }], label: 'Table 4' },
  });
  await show('completeTransaction', { path: { id: completed }, body: { payment_method: 'card' } });
  const voided = (await show('createTransaction', { body: parked })).data.id;
  await show('voidTransaction', { path: { id: voided }, body: { reason: 'left without it' } });
  await refuse('INVALID_STATE', 'completeTransaction', { path: { id: voided }, body: { payment_method: 'cash' } });
  const returned = { items: [{ product_id: coffee, quantity: 1 }] };
  await show('previewRefund', { path: { id }, body: returned });
  await show('refundTransaction', { path: { id }, body: { ...returned, reason: 'bag was open' } });
  await show('getTransaction', { path: { id } });
  await show('getReceipt', { path: { id } });
  await show('sendReceipt', { path: { id }, body: { email: 'anna@example.com' } });
  await show('listTransactions', { query: { startDate: '2026-03-02', endDate: '2026-03-02', status: 'completed' } });
  return id;
}

async function moveStock({ show }: Recorder, { coffee }: ProductIds): Promise<void> {
  const warehouses = (await show('listWarehouses')).data;
  const named = (name: string) => warehouses.find((warehouse: { name: string }) => warehouse.name === name).id;
  const [main, harbour] = [named('Main warehouse'), named('Harbour')];
  await show('adjustStock', {
    body: {
      product_id: coffee,
      warehouse_id: main,
      quantity: 20,
      type: 'addition',
      reason: 'delivery',
      reference: 'DN-4711',
    },
  });
  await show('transferStock', {
    body: { product_id: coffee, from_warehouse: main, to_warehouse: harbour, quantity: 15, reason: 'for the weekend' },
  });
  await show('listInventory', { query: { product_id: coffee } });
  await show('listMovements', { query: { product_id: coffee, type: 'sale' } });
}

async function useInventoryRecords({ show }: Recorder): Promise<void> {
  const tea = await show('createRecord', {
    body: { name: 'Green tea', sku: 'TEA-GRN', price: 4.5, stock: 30, category: 'Tea', minStock: 5 },
  });
  await show('getRecord', { path: { id: tea.id } });
  await show('updateRecord', { path: { id: tea.id }, body: { price: 4.9, minStock: 8 } });
  await show('patchRecord', { path: { id: tea.id }, body: { status: 'inactive' } });
  await show('adjustRecord', { body: { productId: tea.id, quantity: 27, type: 'adjustment', reason: 'counted' } });
  const warehouses = (await show('listWarehouses')).data;
  const named = (name: string) => warehouses.find((warehouse: { name: string }) => warehouse.name === name).id;
  await show('transferRecord', {
    body: { productId: tea.id, quantity: 7, fromWarehouse: named('Main warehouse'), toWarehouse: named('Harbour') },
  });
  await show('adjustRecord', { body: { productId: tea.id, quantity: 15, type: 'out', reason: 'for the market' } });
  await show('adjustRecord', { body: { productId: tea.id, quantity: 5, type: 'out', reason: 'got wet' } });
  const file = { name: 'teas.csv', content: 'sku,name,price,stock\nTEA-BLK,Black tea,3.9,50\nTEA-WHT,,x,1\n' };
  await show('readImportColumns', { file });
  await show('validateImport', { file });
  const imported = await show('importRecords', { file });
  await show('getImport', { path: { id: imported.id } });
  await show('listImports');
  const wrong = await show('importRecords', { file: { name: 'wrong.csv', content: 'sku,price\nTEA-BLK,39\n' } });
  await show('previewUndo', { path: { id: wrong.id } });
  await show('undoImport', { path: { id: wrong.id } });
  const people = { name: 'customers.csv', content: 'Name,Email,Points balance\nIna,ina@example.com,12\n' };
  await show('readCustomerColumns', { file: people });
  await show('validateCustomerImport', { file: people });
  await show('importCustomers', { file: people });
  await show('exportRecords', { query: { format: 'csv', category: 'Tea' } });
  const black = (await show('listProducts', { query: { search: 'TEA-BLK' } })).data[0];
  await show('changeProducts', { body: { ids: [tea.id, black.id], changes: { category: 'Loose tea', tax_rate: 7 } } });
  await show('listPriceChanges', { path: { id: tea.id } });
  await show('deleteRecords', { body: { ids: [black.id] } });
  await show('deleteRecord', { path: { id: tea.id } });
}

async function readReportsAndEvents(
  { show, showStream }: Recorder,
  { coffee, anna }: ProductIds & { anna: string; sale_id: string },
): Promise<void> {
  const today = { start_date: '2026-03-02', end_date: '2026-03-02' };
  await show('getLoyalty', { path: { id: anna } });
  await show('listJobs');
  await show('getDiskSpace');
  await show('checkInvariants');
  await show('listAuditEntries', { query: { action: 'product.updated,staff.*', limit: '5' } });
  await show('getPushKey');
  await show('updateWeeklyMail', { body: { is_on: true } });
  await show('getWeeklyMail');
  await show('updatePushRules', { body: { low_stock: true, refund_from: 100, day_closed: true } });
  await show('getPushRules');
  await show('testPush');
  await show('sync', { query: { limit: '1000' } });
  await showStream('streamEvents', { query: { types: 'customer.*', last_event_id: '1' } });
  await show('correctPoints', { path: { id: anna }, body: { points: 25, reason: 'card of the old system' } });
  await show('listPointsEntries', { path: { id: anna } });
  await show('exportCustomerData', { path: { id: anna } });
  await show('reportSales', { query: { startDate: '2026-03-02', endDate: '2026-03-02', groupBy: 'day' } });
  const days = { start_date: '2026-03-02', end_date: '2026-03-02' };
  await show('reportSalesByProduct', { query: { ...days, sort: '-quantity', limit: '2' } });
  await show('reportSalesOfProduct', { path: { id: coffee }, query: { days: '2' } });
  await show('reportSalesByCategory', { query: days });
  await show('reportSalesByStaff', { query: days });
  await show('reportSalesByHour', { query: days });
  await show('reportSalesTax', { query: days });
  await show('reportSalesDiscounts', { query: days });
  await show('reportSalesRefunds', { query: days });
  await show('reportSalesByReason', { query: days });
  await show('reportInventory');
  await show('exportReport', { body: { report_type: 'sales', format: 'csv', ...today } });
  await show('getDashboardSummary', { query: { startDate: '2026-03-02', endDate: '2026-03-02' } });
}

async function useWebhooks({ show }: Recorder): Promise<void> {
  const receiver = await aReceiver();
  const webhook = { url: receiver.url, types: ['customer.*'], description: 'The newsletter' };
  const { id } = (await show('createWebhook', { body: webhook })).data;
  await show('updateWebhook', { path: { id }, body: { types: null } });
  await show('rotateWebhookSecret', { path: { id } });
  const tried = (await show('testWebhook', { path: { id } })).data;
  await show('redeliver', { path: { id, delivery_id: tried.id } });
  await show('listDeliveries', { path: { id }, query: { limit: '5' } });
  await show('listEvents', { query: { types: 'customer.*' } });
  await show('replayEvents', { path: { id }, body: { after: 0 } });
  await show('getWebhook', { path: { id } });
  await show('listWebhooks');
  await show('deleteWebhook', { path: { id } });
  await receiver.close();
}

/** A new merchant requests the demo data. Its job starts and is aborted before the first day. */
async function loadDemoShop({ show, as }: Recorder, app: TestApp): Promise<void> {
  const person = { email: 'curious@example.com', password };
  await app.anonymous.post('/auth/register', {
    ...person,
    name: 'Curious',
    merchant_name: 'Corner Café',
    currency: 'EUR',
  });
  const { access_token } = (await app.anonymous.post('/auth/login', person)).body.data;
  as({ authorization: `Bearer ${access_token}` });
  await show('loadDemo');
  const { merchant_id } = (await app.anonymous.with({ authorization: `Bearer ${access_token}` }).get('/auth/me')).body
    .data;
  await runDemo(app, merchant_id, { days: 365, stopping: AbortSignal.abort() });
  await show('getDemo');
}

/** Moves the clock past midnight and runs the maintenance task that closes days. */
async function closeDay(app: TestApp): Promise<void> {
  app.clock.freeze('2026-03-02T23:07:00.000Z');
  await runMaintenance(app.fastify.services, [closeDays]);
}

async function deleteRecords({ show }: Recorder, { coffee }: ProductIds, anna: string): Promise<void> {
  await show('deleteCustomer', { path: { id: anna } });
  await show('eraseCustomer', { path: { id: anna } });
  await show('deleteProduct', { path: { id: coffee } });
  const category = (await show('createCategory', { body: { name: 'Seasonal' } })).data;
  await show('deleteCategory', { path: { id: category.id } });
}
