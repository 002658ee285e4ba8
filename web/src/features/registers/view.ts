export const shiftStatuses = ['open', 'counting', 'closed'] as const;
export type ShiftStatus = (typeof shiftStatuses)[number];

/** Filters of the page of shifts and closures in its address. */
export interface ShiftsView {
  about?: 'closures';
  register?: string;
  branch?: string;
  /** Of shifts: each closure is of a closed one. */
  status?: ShiftStatus;
}

const isStatus = (status: unknown): status is ShiftStatus => (shiftStatuses as readonly unknown[]).includes(status);

export const readView = ({ about, register, branch, status }: Record<string, unknown>): ShiftsView => ({
  ...(about === 'closures' ? { about } : {}),
  ...(typeof register === 'string' ? { register } : {}),
  ...(typeof branch === 'string' ? { branch } : {}),
  ...(isStatus(status) && about !== 'closures' ? { status } : {}),
});

/** The filters as query parameters of the service. */
export const queryOf = ({ register, branch }: ShiftsView) => ({ register_id: register, branch_id: branch });
