/** Work done in the background: told once, done at least once, so safe to be done twice. */
export interface Job {
  name: string;
  /** When it begins by itself, in UTC: five fields of cron. Once, however many processes there are. */
  cron?: string;
  /** For jobs that may take long: how many of them a process does at once, and how long one may take. One at once and 15 minutes, when left out. */
  lasting?: { at_once: number; at_most_s: number };
  /** @param stopping is aborted when the process is told to stop: work that can be done again later ends then */
  work(order: Order, send: Send, stopping: AbortSignal): Promise<unknown>;
}

/** What a job is told. One that is a merchant's says so, and that merchant sees it. */
export interface Order {
  merchant_id?: string;
}

/** Asks for a job. One that is asked for already, for the same merchant, and has not begun is not asked for again. */
export type Send = (name: string, order: Order) => Promise<unknown>;
