import { failStorage, runExport } from '../exports.ts';
import type { TestApp } from '../test-app.ts';
import type { Recorder } from './recorder.ts';

/** Exports in the background: one that succeeds, one that fails, and one that is cancelled. */
export async function exportInBackground({ show }: Recorder, app: TestApp): Promise<void> {
  const merchant_id = (await show('getMerchant')).data.id;
  const { id } = (await show('createExport', { body: { report_type: 'products', format: 'xlsx' } })).data;
  await runExport(app, merchant_id);
  await show('getExport', { path: { id } });
  const restore = failStorage(app);
  await show('createExport', { body: { report_type: 'customers', format: 'csv' } });
  await runExport(app, merchant_id);
  restore();
  await show('listExports');
  await show('cancelExport', { path: { id } });
}
