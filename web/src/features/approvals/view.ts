export const approvalStates = ['pending', 'approved', 'denied', 'expired', 'consumed'] as const;

/** Filters of the list of approvals in its address. */
export interface ApprovalsView {
  state?: (typeof approvalStates)[number];
  /** Only what the user requested. */
  mine?: true;
}

const isState = (state: unknown): state is (typeof approvalStates)[number] =>
  (approvalStates as readonly unknown[]).includes(state);

export const readView = ({ state, mine }: Record<string, unknown>): ApprovalsView => ({
  ...(isState(state) ? { state } : {}),
  ...(mine === true ? { mine } : {}),
});
