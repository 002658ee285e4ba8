import type { Services } from '../context/services.ts';
import type { Job } from '../jobs/job.ts';
import { forEachMerchant, type MaintenanceTask, maintainGlobal, maintainMerchant } from './maintenance.ts';

/**
 * Maintenance jobs: one every hour for data of no merchant, and one for each merchant, so that a failing one delays no
 * other.
 */
export const maintenanceJobs = (
  services: Services,
  { tasks, check }: { tasks: readonly MaintenanceTask[]; check: MaintenanceTask },
): Job[] => [
  {
    name: 'housekeeping',
    cron: '7 * * * *',
    async work(_data, send) {
      await maintainGlobal(services);
      await forEachMerchant(services.database.global, (merchant_id) => send('merchant-upkeep', { merchant_id }));
    },
  },
  {
    name: 'merchant-upkeep',
    async work({ merchant_id }) {
      if (merchant_id !== undefined) await maintainMerchant(services, tasks, merchant_id);
    },
  },
  {
    name: 'checks',
    cron: '37 * * * *',
    work: (_data, send) =>
      forEachMerchant(services.database.global, (merchant_id) => send('merchant-check', { merchant_id })),
  },
  {
    name: 'merchant-check',
    async work({ merchant_id }) {
      if (merchant_id !== undefined)
        await check(services.database.reader(merchant_id), services.clock.now(), services.database, services.storage);
    },
  },
];
