import type { Act, OperationName } from '@tillhouse/client';

type AnyAct = Act<OperationName>;

/** What was sent: the operation and its call. */
export interface Sent {
  name: OperationName;
  call: object;
}

/** State of an act. */
export interface ActState {
  /** A request is in flight. */
  isPending: boolean;
  /** A request was sent and its outcome is unknown. It is retried until the outcome is known. */
  isUnknown: boolean;
  /** Error of the last request. */
  error: unknown;
  /** Response to the last request. */
  answer: unknown;
  sent: Sent | undefined;
}

const idle: ActState = { isPending: false, isUnknown: false, error: null, answer: undefined, sent: undefined };

interface Observer {
  onChange(): void;
  onDone?(answer: unknown, sent: Sent): unknown;
  onRefused?(error: unknown, sent: Sent): void;
}

interface Entry {
  act: AnyAct;
  state: ActState;
  observers: Set<Observer>;
  /** The last listener that unsubscribed. It still receives the result of its request. */
  last: Observer | undefined;
  /** Number of components on the screen that show the unknown outcome. */
  shownBy: number;
  tries: number;
  cancel: (() => void) | undefined;
}

export interface ActStoreOptions {
  newAct(): AnyAct;
  /** Schedules the work. @returns a function that cancels it */
  later(work: () => void, wait_ms: number): () => void;
  /** Called when a request succeeds after its form was closed. */
  onDoneUnseen(): void;
}

export type ActStore = ReturnType<typeof createActStore>;

/** Delays before a request of unknown outcome is sent again. */
const waits_ms = [2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * The acts of these pages, by their subject. An act of unknown outcome outlives its form: it is retried in the background,
 * and a form that is opened for the same subject meanwhile shows its state.
 */
export function createActStore({ newAct, later, onDoneUnseen }: ActStoreOptions) {
  const entries = new Map<string, Entry>();
  const watchers = new Set<() => void>();
  let isHeld = false;
  let hiddenUnknown = 0;

  function count(): void {
    const now = [...entries.values()].filter(({ state, shownBy }) => state.isUnknown && shownBy === 0).length;
    if (now === hiddenUnknown) return;
    hiddenUnknown = now;
    for (const watcher of watchers) watcher();
  }

  function change(entry: Entry, part: Partial<ActState>): void {
    entry.state = { ...entry.state, ...part };
    for (const { onChange } of entry.observers) onChange();
    count();
  }

  function entryOf(key: string): Entry {
    const found = entries.get(key);
    if (found !== undefined) return found;
    const made: Entry = {
      act: newAct(),
      state: idle,
      observers: new Set(),
      last: undefined,
      shownBy: 0,
      tries: 0,
      cancel: undefined,
    };
    entries.set(key, made);
    return made;
  }

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined || entry.observers.size > 0 || entry.state.isPending || entry.state.isUnknown) return;
    entries.delete(key);
  }

  function sendLater(key: string, entry: Entry, retry_after_ms: number): void {
    const wait_ms = Math.max(retry_after_ms, waits_ms[Math.min(entry.tries, waits_ms.length - 1)] ?? 0);
    entry.tries += 1;
    entry.cancel = later(() => sendAgain(key), wait_ms);
  }

  async function run(key: string, entry: Entry, attempt: () => Promise<unknown>): Promise<void> {
    entry.cancel?.();
    entry.cancel = undefined;
    change(entry, { isPending: true, error: null });
    try {
      const answer = await attempt();
      const { sent } = entry.state;
      entry.tries = 0;
      change(entry, { isPending: false, isUnknown: false, answer });
      if (entry.observers.size === 0) onDoneUnseen();
      if (sent !== undefined) for (const observer of observersOf(entry)) void observer.onDone?.(answer, sent);
    } catch (error) {
      const { isUnknown } = entry.act;
      const { sent } = entry.state;
      change(entry, { isPending: false, isUnknown, error: isUnknown ? null : error });
      if (!isUnknown && sent !== undefined)
        for (const observer of observersOf(entry)) observer.onRefused?.(error, sent);
      if (isUnknown && !isHeld && entries.get(key) === entry) sendLater(key, entry, retryAfterOf(error));
    }
    drop(key);
  }

  function sendAgain(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined || entry.state.isPending || !entry.state.isUnknown) return;
    void run(key, entry, () => entry.act.sendAgain());
  }

  function sendAllAgain(): void {
    for (const key of [...entries.keys()]) sendAgain(key);
  }

  return {
    stateOf: (key: string): ActState => entries.get(key)?.state ?? idle,
    subscribe(key: string, observer: Observer): () => void {
      entryOf(key).observers.add(observer);
      return () => {
        const entry = entries.get(key);
        if (entry?.observers.delete(observer) === true) entry.last = observer;
        drop(key);
      };
    },
    /** Sends a call. While another call is in flight or of unknown outcome, that call is sent again instead. */
    send(key: string, sent: Sent): void {
      const entry = entryOf(key);
      if (entry.state.isPending) return;
      if (!entry.state.isUnknown) entry.state = { ...entry.state, sent };
      void run(key, entry, () => entry.act.send(sent.name, sent.call as never));
    },
    sendAgain,
    sendAllAgain,
    /** Clears the result of the last call, unless its outcome is unknown. */
    reset(key: string): void {
      const entry = entries.get(key);
      if (entry !== undefined && !entry.state.isPending && !entry.state.isUnknown) change(entry, idle);
    },
    /** Counts a component that shows the unknown outcome beside its form. */
    markShown(key: string): () => void {
      const entry = entryOf(key);
      entry.shownBy += 1;
      count();
      return () => {
        entry.shownBy -= 1;
        count();
      };
    },
    /** Number of acts of unknown outcome that no component shows. */
    hiddenUnknown: () => hiddenUnknown,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    hasUnknown: () => [...entries.values()].some(({ state }) => state.isUnknown),
    /** Stops retries while no user is signed in. */
    hold(): void {
      isHeld = true;
      for (const entry of entries.values()) entry.cancel?.();
    },
    release(): void {
      isHeld = false;
      sendAllAgain();
    },
    /** Drops all acts at sign-out, so that they are not retried as the next user. */
    clear(): void {
      for (const entry of entries.values()) entry.cancel?.();
      entries.clear();
      isHeld = false;
      count();
    },
  };
}

const observersOf = ({ observers, last }: Entry): readonly Observer[] =>
  observers.size > 0 ? [...observers] : last === undefined ? [] : [last];

/** The delay that the service asks for, if any. */
function retryAfterOf(error: unknown): number {
  const seconds = error instanceof Error && 'retry_after_s' in error ? error.retry_after_s : undefined;
  return typeof seconds === 'number' ? seconds * 1_000 : 0;
}
