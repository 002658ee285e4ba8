import { runExport, withoutStorage } from '../exports.ts';
import type { TestApp } from '../test-app.ts';
import type { Recorder } from './recorder.ts';

/** Reports that are written in the background: one that is ready, one that fails, and one that is not wanted any more. */
export async function exportInBackground({ show }: Recorder, app: TestApp): Promise<void> {
  const merchant_id = (await show('getMerchant')).data.id;
  const { id } = (await show('createExport', { body: { report_type: 'products', format: 'xlsx' } })).data;
  await runExport(app, merchant_id);
  await show('getExport', { path: { id } });
  const giveBack = withoutStorage(app);
  await show('createExport', { body: { report_type: 'customers', format: 'csv' } });
  await runExport(app, merchant_id);
  giveBack();
  await show('listExports');
  await show('cancelExport', { path: { id } });
}
