/** The operations that are timed: a statement of the database, and the wait for a connection. */
export type TimedOperation = 'statement' | 'connection';

/** Ends the measurement. An operation that failed passes its error. */
export type StopTimer = (failure?: unknown) => void;

/** Measures durations. Names come from a fixed set, and never contain data of users. */
export interface OperationTimer {
  startTimer(operation: TimedOperation, name: string): StopTimer;
}
