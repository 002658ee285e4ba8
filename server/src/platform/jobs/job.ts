/** Background work: queued once, run at least once, so it must be safe to repeat. */
export interface Job {
  name: string;
  /** When it starts by schedule, in UTC: five fields of cron. Only one process runs it. */
  cron?: string;
  /**
   * For jobs that may take long: how many of them a process runs at once, and how long one may take. The default is
   * one, and 15 minutes.
   */
  longRunning?: { at_once: number; at_most_s: number };
  /** @param stopping is aborted when the process stops: work that can be repeated ends then */
  work(data: JobData, send: Send, stopping: AbortSignal): Promise<unknown>;
}

/** The data of a job. A merchant sees the jobs that name it. */
export interface JobData {
  merchant_id?: string;
}

/** Queues a job, unless an equal one of the same merchant is queued. */
export type Send = (name: string, data: JobData) => Promise<unknown>;
