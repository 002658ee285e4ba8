import type { ResponseData } from './types.ts';

interface Shop {
  merchant: Pick<ResponseData<'getMerchant'>, 'timezone'>;
  branches: readonly Pick<ResponseData<'listBranches'>[number], 'id' | 'timezone'>[];
}

/** The time zone of a branch: its own, or that of the merchant. */
export const timezoneOf = ({ merchant, branches }: Shop, branch_id: string): string =>
  branches.find(({ id }) => id === branch_id)?.timezone ?? merchant.timezone;
