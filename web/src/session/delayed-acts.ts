/** Performs an act. @returns when the service has answered */
type Act = () => Promise<unknown>;

export interface DelayedActs {
  /** Adds an act that waits until its time to undo is over. */
  add(act: Act): DelayedAct;
  /** Performs all acts that still wait. @returns when all of them have ended, also with an error */
  performAll(): Promise<void>;
}

export interface DelayedAct {
  /** Performs the act, unless it was performed or cancelled before. */
  perform(): void;
  cancel(): void;
}

/** Acts that cannot be reversed, and wait so that the user can undo them. */
export function createDelayedActs(): DelayedActs {
  const waiting = new Set<Act>();
  return {
    add(act) {
      // An own function for each call: the same act may wait twice.
      const own: Act = () => act();
      waiting.add(own);
      return {
        perform() {
          if (waiting.delete(own)) void own().catch(() => undefined);
        },
        cancel: () => void waiting.delete(own),
      };
    },
    async performAll() {
      const acts = [...waiting];
      waiting.clear();
      await Promise.allSettled(acts.map((act) => act()));
    },
  };
}

/** The acts of these pages. They are performed earlier if the page is left, locked or signed out. */
export const delayedActs = createDelayedActs();

globalThis.addEventListener?.('pagehide', () => void delayedActs.performAll());
