/** A response's `data`, as far as it is used here. */
type Told = Record<string, unknown>;

export interface ErasedCustomer {
  id: string;
  /** The name of all erased customers. */
  name: string;
  /** Texts that identify the customer. */
  traces: readonly string[];
}

/** Texts that identify a person. One or two letters would match too much other text. */
export const tracesOf = (person: {
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
}): string[] =>
  [person.name, person.email, person.phone, person.address].filter(
    (text) => text !== null && text.length > 2,
  ) as string[];

/**
 * A response without personal data: without the customer's own fields, and without the text that was written in sales,
 * refunds and corrections.
 * All else stays, so that a repeated request still gets its result.
 */
export function withoutPerson(told: Told, { id, name, traces }: ErasedCustomer): Told {
  const cleared: Told =
    told.id === id ? { name, email: null, phone: null, address: null } : { note: null, label: null, reason: null };
  const kept = Object.entries(told).map(([field, value]) => [field, field in cleared ? cleared[field] : value]);
  const rest: Told = Object.fromEntries(kept);
  if (Array.isArray(rest.payments))
    rest.payments = rest.payments.map((payment: Told) => withoutTraces(payment, traces));
  return rest;
}

/** An event of a stock movement, without its reason if that is one of these. */
export const withoutReasonOf =
  (movement_ids: ReadonlySet<string>) =>
  (told: Told): Told => {
    const movement = told.movement as Told | undefined;
    return movement !== undefined && movement_ids.has(String(movement.id))
      ? { ...told, movement: { ...movement, reason: null } }
      : told;
  };

function withoutTraces(payment: Told, traces: readonly string[]): Told {
  const reference = String(payment.reference ?? '').toLowerCase();
  return traces.some((trace) => reference.includes(trace.toLowerCase())) ? { ...payment, reference: null } : payment;
}
