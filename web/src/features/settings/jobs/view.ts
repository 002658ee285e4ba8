/** Filters of the jobs page in its address. */
export interface JobsView {
  state?: JobState;
}

export const jobStates = ['created', 'active', 'retry', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

const isState = (state: unknown): state is JobState => (jobStates as readonly unknown[]).includes(state);

export const readJobsView = ({ state }: Record<string, unknown>): JobsView => (isState(state) ? { state } : {});
