import { Refusal } from '../../kernel/refusal.ts';
import { exportsFolder } from './export-report.ts';

interface Quota {
  storage: { sumBytes(folder: string): Promise<number> };
  merchant_id: string;
  bytes_at_most: number;
}

/**
 * Exported files are kept as long as their links: whoever exports again and again must wait until the first of them are gone.
 * @throws Refusal INVALID_STATE
 */
export async function checkExportQuota({ storage, merchant_id, bytes_at_most }: Quota): Promise<void> {
  if ((await storage.sumBytes(`${exportsFolder}/${merchant_id}`)) < bytes_at_most) return;
  const mib = Math.floor(bytes_at_most / 2 ** 20);
  throw new Refusal(
    'INVALID_STATE',
    `The exported files of the last 24 hours take ${mib} MiB already: wait until the first of them are gone`,
    [],
    {
      quota: 'exports',
    },
  );
}
