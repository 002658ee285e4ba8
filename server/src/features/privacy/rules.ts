/** The `data` of a stored response, or the payload of a stored event. */
type Payload = Record<string, unknown>;

export interface ErasedCustomer {
  id: string;
  /** The name of all erased customers. */
  name: string;
  /** Texts that identify the customer. */
  identifyingTexts: readonly string[];
}

const identifyingFields = ['name', 'email', 'phone', 'address'] as const;

/**
 * The texts that identify a person: those of the record, and earlier ones. Texts of one or two letters are left out: they
 * match too much other text.
 */
export const identifyingTextsOf = (records: readonly Record<string, unknown>[]): string[] => {
  const values = records.flatMap((record) => identifyingFields.map((field) => record[field]));
  return [...new Set(values.filter((value) => typeof value === 'string' && value.length > 2))] as string[];
};

/**
 * A response or event without personal data: without the customer's own fields, and without text that users wrote in
 * sales, refunds and corrections. Everything else stays, so that a repeated request still gets its result.
 */
export function withoutPersonalData(payload: Payload, { id, name, identifyingTexts }: ErasedCustomer): Payload {
  const cleared: Payload =
    payload.id === id ? { name, email: null, phone: null, address: null } : { note: null, label: null, reason: null };
  const fields = Object.entries(payload).map(([field, value]) => [field, field in cleared ? cleared[field] : value]);
  const kept: Payload = Object.fromEntries(fields);
  if (Array.isArray(kept.payments))
    kept.payments = kept.payments.map((payment: Payload) => withoutIdentifyingReference(payment, identifyingTexts));
  return kept;
}

/** An event of a stock movement, without the reason if the movement is one of these. */
export const withoutReasonOf =
  (movement_ids: ReadonlySet<string>) =>
  (payload: Payload): Payload => {
    const movement = payload.movement as Payload | undefined;
    return movement !== undefined && movement_ids.has(String(movement.id))
      ? { ...payload, movement: { ...movement, reason: null } }
      : payload;
  };

function withoutIdentifyingReference(payment: Payload, identifyingTexts: readonly string[]): Payload {
  const reference = String(payment.reference ?? '').toLowerCase();
  return identifyingTexts.some((text) => reference.includes(text.toLowerCase()))
    ? { ...payment, reference: null }
    : payment;
}
