/** Which mail may be sent next. */
export interface MailTurn {
  /** Whether mail about accounts may be sent, which belongs to no merchant. */
  accounts: boolean;
  /** Whether mail of merchants may be sent. */
  merchants: boolean;
  /** Merchants of which enough mails are being sent. */
  busy: readonly string[];
  /** Merchants whose mails were sent before, the last one at the end. */
  served: readonly string[];
}

/** Mails that are sent at the same time. */
const mails_at_once = 4;
/** Of these, mails about accounts, and mails of all merchants: each leaves a place to the other. */
const of_a_kind = 3;
const of_a_merchant = 2;

/** Mails that are being sent, and the merchants' turns. */
export interface MailTurns {
  /** The next turn; undefined while no place is free. */
  next(): MailTurn | undefined;
  start(merchant_id: string | null): void;
  end(merchant_id: string | null): void;
}

/**
 * Lets merchants take turns, so that neither many mails of one nor a recipient whose server is slow delays those of
 * another, or a password reset.
 */
export function createMailTurns(): MailTurns {
  const sending: (string | null)[] = [];
  const served = new Set<string>();
  const countOf = (merchant_id: string | null) => sending.filter((other) => other === merchant_id).length;
  return {
    next() {
      if (sending.length >= mails_at_once) return undefined;
      const accounts = countOf(null);
      const merchants = new Set(sending.filter((merchant_id) => merchant_id !== null));
      return {
        accounts: accounts < of_a_kind,
        merchants: sending.length - accounts < of_a_kind,
        busy: [...merchants].filter((merchant_id) => countOf(merchant_id) >= of_a_merchant),
        served: [...served],
      };
    },
    start(merchant_id) {
      sending.push(merchant_id);
      if (merchant_id === null) return;
      served.delete(merchant_id);
      served.add(merchant_id);
    },
    end(merchant_id) {
      sending.splice(sending.indexOf(merchant_id), 1);
      if (sending.length === 0) served.clear();
    },
  };
}
