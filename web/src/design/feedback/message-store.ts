import type { ReactNode } from 'react';

export interface Message {
  text: ReactNode;
  title?: string;
  tone: 'good' | 'bad';
  /** While a message with this key is there, it is not shown again. */
  key?: string;
  /** Time until it closes by itself. */
  time_ms?: number;
  /** Called once, however it closes. */
  onClose?(): void;
}

export interface ShownMessage extends Message {
  id: number;
}

/** Later ones wait until an earlier one has closed. */
const shown_at_most = 5;

export interface MessageStore {
  show(message: Message): number;
  close(id: number): void;
  /** The messages to show, oldest first. The same array until something changes. */
  shown(): readonly ShownMessage[];
  watch(watcher: () => void): () => void;
}

/** Messages outlive the page that has sent them, so they are kept outside of its components. */
export function createMessageStore(): MessageStore {
  let last_id = 0;
  let messages: readonly ShownMessage[] = [];
  let shown: readonly ShownMessage[] = [];
  const watchers = new Set<() => void>();
  const change = (next: readonly ShownMessage[]) => {
    messages = next;
    shown = next.slice(0, shown_at_most);
    for (const watcher of watchers) watcher();
  };
  return {
    show(message) {
      const same = message.key === undefined ? undefined : messages.find(({ key }) => key === message.key);
      if (same !== undefined) return same.id;
      last_id += 1;
      change([...messages, { ...message, id: last_id }]);
      return last_id;
    },
    close(id) {
      const closed = messages.find((message) => message.id === id);
      if (closed === undefined) return;
      change(messages.filter((message) => message.id !== id));
      closed.onClose?.();
    },
    shown: () => shown,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export const messages = createMessageStore();
