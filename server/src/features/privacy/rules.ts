/** The `data` of a stored response, or the payload of a stored event. */
type Payload = Record<string, unknown>;

export interface ErasedCustomer {
  id: string;
  /** The name of all erased customers. */
  name: string;
  /** Texts that identify the customer. */
  identifyingTexts: readonly string[];
}

/** The texts that identify a person. Texts of one or two letters are left out: they match too much other text. */
export const identifyingTextsOf = (person: {
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
}): string[] =>
  [person.name, person.email, person.phone, person.address].filter(
    (text) => text !== null && text.length > 2,
  ) as string[];

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
