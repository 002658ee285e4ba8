import type { IdempotentRequest, OperationName } from '@tillhouse/client';

type ClientRequest = IdempotentRequest<OperationName>;

/** What was sent: the operation and its call. */
export interface Sent {
  name: OperationName;
  call: object;
}

/** State of a request. */
export interface RequestState {
  /** A request is in flight. */
  isPending: boolean;
  /** A request was sent and its outcome is unknown. It is retried until the outcome is known. */
  isUnknown: boolean;
  /** Error of the last request. */
  error: unknown;
  /** Response to the last request. */
  response: unknown;
  sent: Sent | undefined;
}

const idle: RequestState = { isPending: false, isUnknown: false, error: null, response: undefined, sent: undefined };

interface Observer {
  onChange(): void;
  onDone?(response: unknown, sent: Sent): unknown;
  onRejected?(error: unknown, sent: Sent): void;
}

interface Entry {
  request: ClientRequest;
  state: RequestState;
  observers: Set<Observer>;
  /** The observer that unsubscribed last. It still receives the result of its request. */
  lastObserver: Observer | undefined;
  /** Number of components on the screen that show the unknown outcome. */
  shownBy: number;
  attempts: number;
  cancel: (() => void) | undefined;
}

export interface RequestStoreOptions {
  newRequest(): ClientRequest;
  /** Schedules the work. @returns a function that cancels it */
  later(work: () => void, wait_ms: number): () => void;
  /** Called when a request succeeds after its form was closed. */
  onDoneWithoutForm(): void;
}

export type RequestStore = ReturnType<typeof createRequestStore>;

/** Delays before a request of unknown outcome is sent again for the first times. */
const waits_ms = [2_000, 4_000, 8_000, 15_000];
/** The delay before each later time. */
const last_wait_ms = 30_000;

/**
 * The requests of these pages, by their key. A request of unknown outcome outlives its form: it is retried in the
 * background, and a form that is opened for the same key meanwhile shows its state.
 */
export function createRequestStore({ newRequest, later, onDoneWithoutForm }: RequestStoreOptions) {
  const entries = new Map<string, Entry>();
  const watchers = new Set<() => void>();
  let isPaused = false;
  let hiddenUnknown = 0;

  function updateHiddenUnknown(): void {
    const now = [...entries.values()].filter(({ state, shownBy }) => state.isUnknown && shownBy === 0).length;
    if (now === hiddenUnknown) return;
    hiddenUnknown = now;
    for (const watcher of watchers) watcher();
  }

  function update(entry: Entry, part: Partial<RequestState>): void {
    entry.state = { ...entry.state, ...part };
    for (const { onChange } of entry.observers) onChange();
    updateHiddenUnknown();
  }

  function entryOf(key: string): Entry {
    const found = entries.get(key);
    if (found !== undefined) return found;
    const created: Entry = {
      request: newRequest(),
      state: idle,
      observers: new Set(),
      lastObserver: undefined,
      shownBy: 0,
      attempts: 0,
      cancel: undefined,
    };
    entries.set(key, created);
    return created;
  }

  function deleteIfUnused(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined || entry.observers.size > 0 || entry.state.isPending || entry.state.isUnknown) return;
    entries.delete(key);
  }

  function sendLater(key: string, entry: Entry, retry_after_ms: number): void {
    const wait_ms = Math.max(retry_after_ms, waits_ms[entry.attempts] ?? last_wait_ms);
    entry.attempts += 1;
    entry.cancel = later(() => sendAgain(key), wait_ms);
  }

  async function run(key: string, entry: Entry, attempt: () => Promise<unknown>): Promise<void> {
    entry.cancel?.();
    entry.cancel = undefined;
    update(entry, { isPending: true, error: null });
    try {
      const response = await attempt();
      const { sent } = entry.state;
      entry.attempts = 0;
      update(entry, { isPending: false, isUnknown: false, response });
      if (entry.observers.size === 0) onDoneWithoutForm();
      if (sent !== undefined) for (const observer of observersOf(entry)) void observer.onDone?.(response, sent);
    } catch (error) {
      const { isUnknown } = entry.request;
      const { sent } = entry.state;
      update(entry, { isPending: false, isUnknown, error: isUnknown ? null : error });
      if (!isUnknown && sent !== undefined)
        for (const observer of observersOf(entry)) observer.onRejected?.(error, sent);
      if (isUnknown && !isPaused && entries.get(key) === entry) sendLater(key, entry, retryAfterOf(error));
    }
    deleteIfUnused(key);
  }

  function sendAgain(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined || entry.state.isPending || !entry.state.isUnknown) return;
    void run(key, entry, () => entry.request.sendAgain());
  }

  function sendAllAgain(): void {
    for (const key of [...entries.keys()]) sendAgain(key);
  }

  return {
    stateOf: (key: string): RequestState => entries.get(key)?.state ?? idle,
    subscribe(key: string, observer: Observer): () => void {
      entryOf(key).observers.add(observer);
      return () => {
        const entry = entries.get(key);
        if (entry?.observers.delete(observer) === true) entry.lastObserver = observer;
        deleteIfUnused(key);
      };
    },
    /** Sends a call. While another call is in flight or of unknown outcome, that call is sent again instead. */
    send(key: string, sent: Sent): void {
      const entry = entryOf(key);
      if (entry.state.isPending) return;
      if (!entry.state.isUnknown) entry.state = { ...entry.state, sent };
      void run(key, entry, () => entry.request.send(sent.name, sent.call as never));
    },
    /** Sends a call of an earlier page, or of another tab, whose outcome is unknown. */
    sendEarlier(key: string, sent: Sent): void {
      const entry = entryOf(key);
      if (entry.state.isPending) return;
      if (!entry.state.isUnknown) entry.state = { ...entry.state, sent };
      void run(key, entry, () => entry.request.resume(sent.name, sent.call as never));
    },
    sendAgain,
    sendAllAgain,
    /** Clears the result of the last call, unless its outcome is unknown. */
    reset(key: string): void {
      const entry = entries.get(key);
      if (entry !== undefined && !entry.state.isPending && !entry.state.isUnknown) update(entry, idle);
    },
    /** Counts a component that shows the unknown outcome beside its form. */
    markShown(key: string): () => void {
      const entry = entryOf(key);
      entry.shownBy += 1;
      updateHiddenUnknown();
      return () => {
        entry.shownBy -= 1;
        updateHiddenUnknown();
      };
    },
    /** Number of requests of unknown outcome that no component shows. */
    hiddenUnknown: () => hiddenUnknown,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    hasUnknown: () => [...entries.values()].some(({ state }) => state.isUnknown),
    /** What was sent and has no definite outcome yet, also what is in flight. */
    unfinished: (): readonly Sent[] =>
      [...entries.values()].flatMap(({ state: { isPending, isUnknown, sent } }) =>
        sent !== undefined && (isPending || isUnknown) ? [sent] : [],
      ),
    /** Stops retries while no user is signed in. */
    pause(): void {
      isPaused = true;
      for (const entry of entries.values()) entry.cancel?.();
    },
    resume(): void {
      isPaused = false;
      sendAllAgain();
    },
    /** Drops all requests at sign-out, so that they are not retried as the next user. */
    clear(): void {
      for (const entry of entries.values()) entry.cancel?.();
      entries.clear();
      isPaused = false;
      updateHiddenUnknown();
    },
  };
}

const observersOf = ({ observers, lastObserver }: Entry): readonly Observer[] =>
  observers.size > 0 ? [...observers] : lastObserver === undefined ? [] : [lastObserver];

/** The delay that the service asks for, if any. */
function retryAfterOf(error: unknown): number {
  const seconds = error instanceof Error && 'retry_after_s' in error ? error.retry_after_s : undefined;
  return typeof seconds === 'number' ? seconds * 1_000 : 0;
}
