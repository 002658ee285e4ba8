/** Background work: queued once, run at least once, so it must be safe to repeat. */
export interface Job {
  name: string;
  /** When it begins by itself, in UTC: five fields of cron. Once, however many processes there are. */
  cron?: string;
  /** For jobs that may take long: how many of them a process does at once, and how long one may take. One at once and 15 minutes, when left out. */
  lasting?: { at_once: number; at_most_s: number };
  /** @param stopping is aborted when the process stops: work that can be repeated ends then */
  work(order: Order, send: Send, stopping: AbortSignal): Promise<unknown>;
}

/** The data of a job. A merchant sees the jobs that name it. */
export interface Order {
  merchant_id?: string;
}

/** Queues a job, unless an equal one of the same merchant is queued. */
export type Send = (name: string, order: Order) => Promise<unknown>;
