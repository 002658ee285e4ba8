import type { Act, OperationName } from '@tillhouse/client';

type AnyAct = Act<OperationName>;

/** What was sent: the operation and its call. */
export interface Sent {
  name: OperationName;
  call: object;
}

/** What is known of an act. */
export interface ActState {
  /** A request is under way. */
  isPending: boolean;
  /** Something was sent, and it is not known whether it was recorded: it is tried again until it is. */
  isUnknown: boolean;
  /** Why the last was refused. */
  error: unknown;
  /** What the last was answered. */
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
  /** The last that went away: it hears of the end of what it began. */
  last: Observer | undefined;
  /** How many places on the screen say that its outcome is unknown. */
  told: number;
  tries: number;
  cancel: (() => void) | undefined;
}

export interface ActStoreOptions {
  newAct(): AnyAct;
  /** Does the work later; answers what cancels it. */
  later(work: () => void, wait_ms: number): () => void;
  /** Something was recorded whose form is no longer there. */
  onDoneUnseen(): void;
}

export type ActStore = ReturnType<typeof createActStore>;

/** How long it waits before it sends an act of unknown outcome again. */
const waits_ms = [2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * The acts of these pages, by what they are about. One whose outcome is unknown outlives its form: it is tried again in the background,
 * and a form about the same that is opened meanwhile finds it.
 */
export function createActStore({ newAct, later, onDoneUnseen }: ActStoreOptions) {
  const entries = new Map<string, Entry>();
  const watchers = new Set<() => void>();
  let isHeld = false;
  let untold = 0;

  function count(): void {
    const now = [...entries.values()].filter(({ state, told }) => state.isUnknown && told === 0).length;
    if (now === untold) return;
    untold = now;
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
    const made: Entry = { act: newAct(), state: idle, observers: new Set(), last: undefined, told: 0, tries: 0, cancel: undefined };
    entries.set(key, made);
    return made;
  }

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined || entry.observers.size > 0 || entry.state.isPending || entry.state.isUnknown) return;
    entries.delete(key);
  }

  function sendLater(key: string, entry: Entry, asked_ms: number): void {
    const wait_ms = Math.max(asked_ms, waits_ms[Math.min(entry.tries, waits_ms.length - 1)] ?? 0);
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
      if (sent !== undefined) for (const observer of hearersOf(entry)) void observer.onDone?.(answer, sent);
    } catch (error) {
      const { isUnknown } = entry.act;
      const { sent } = entry.state;
      change(entry, { isPending: false, isUnknown, error: isUnknown ? null : error });
      if (!isUnknown && sent !== undefined) for (const observer of hearersOf(entry)) observer.onRefused?.(error, sent);
      if (isUnknown && !isHeld && entries.get(key) === entry) sendLater(key, entry, askedWait(error));
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
    /** Sends a call; while one is under way or its outcome unknown, that one, whatever this one is. */
    send(key: string, sent: Sent): void {
      const entry = entryOf(key);
      if (entry.state.isPending) return;
      if (!entry.state.isUnknown) entry.state = { ...entry.state, sent };
      void run(key, entry, () => entry.act.send(sent.name, sent.call as never));
    },
    sendAgain,
    sendAllAgain,
    /** Forgets what came of the last one; not while its outcome is unknown. */
    reset(key: string): void {
      const entry = entries.get(key);
      if (entry !== undefined && !entry.state.isPending && !entry.state.isUnknown) change(entry, idle);
    },
    /** For as long as the screen says beside the form that the outcome is unknown. */
    tell(key: string): () => void {
      const entry = entryOf(key);
      entry.told += 1;
      count();
      return () => {
        entry.told -= 1;
        count();
      };
    },
    /** How many of unknown outcome nothing on the screen speaks of. */
    untold: () => untold,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    hasUnknown: () => [...entries.values()].some(({ state }) => state.isUnknown),
    /** Nobody is signed in: nothing is sent again until somebody is. */
    hold(): void {
      isHeld = true;
      for (const entry of entries.values()) entry.cancel?.();
    },
    release(): void {
      isHeld = false;
      sendAllAgain();
    },
    /** Somebody has left: what they sent is not sent again in the name of the next. */
    forget(): void {
      for (const entry of entries.values()) entry.cancel?.();
      entries.clear();
      isHeld = false;
      count();
    },
  };
}

const hearersOf = ({ observers, last }: Entry): readonly Observer[] =>
  observers.size > 0 ? [...observers] : last === undefined ? [] : [last];

/** As long as the service asks to wait, where it does. */
function askedWait(error: unknown): number {
  const asked_s = error instanceof Error && 'retry_after_s' in error ? error.retry_after_s : undefined;
  return typeof asked_s === 'number' ? asked_s * 1_000 : 0;
}
