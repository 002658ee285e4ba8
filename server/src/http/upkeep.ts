import type { Job } from '../jobs/job.ts';
import type { House } from './house.ts';
import { type Chore, tidyHouse, tidyMerchant, visitMerchants } from './housekeeping.ts';

/** Housekeeping as jobs: once an hour for the house, and one for each merchant, so that one that fails holds up no other. */
export const upkeepJobs = (house: House, { chores, check }: { chores: readonly Chore[]; check: Chore }): Job[] => [
  {
    name: 'housekeeping',
    cron: '7 * * * *',
    async work(_order, send) {
      await tidyHouse(house);
      await visitMerchants(house.database.global, (merchant_id) => send('merchant-upkeep', { merchant_id }));
    },
  },
  {
    name: 'merchant-upkeep',
    async work({ merchant_id }) {
      if (merchant_id !== undefined) await tidyMerchant(house, chores, merchant_id);
    },
  },
  {
    name: 'checks',
    cron: '37 * * * *',
    work: (_order, send) => visitMerchants(house.database.global, (merchant_id) => send('merchant-check', { merchant_id })),
  },
  {
    name: 'merchant-check',
    async work({ merchant_id }) {
      if (merchant_id !== undefined) await check(house.database.reader(merchant_id), house.clock.now(), house.database, house.storage);
    },
  },
];
