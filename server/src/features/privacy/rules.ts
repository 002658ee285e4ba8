/** What an answer says under `data`, as far as it is looked at here. */
type Told = Record<string, unknown>;

export interface ErasedCustomer {
  id: string;
  /** That all who were erased have. */
  name: string;
  /** Texts that tell who it was. */
  traces: readonly string[];
}

/** Texts by which a person is known. One or two letters stand in too many others. */
export const tracesOf = (person: { name: string; email: string | null; phone: string | null; address: string | null }): string[] =>
  [person.name, person.email, person.phone, person.address].filter((text) => text !== null && text.length > 2) as string[];

/**
 * An answer without the words that may tell of a person: of the customer’s own record their fields, of a sale, refund or correction what
 * somebody wrote. All else stays, so that who sends the request again reads what became of it.
 */
export function withoutPerson(told: Told, { id, name, traces }: ErasedCustomer): Told {
  const cleared: Told = told.id === id ? { name, email: null, phone: null, address: null } : { note: null, label: null, reason: null };
  const kept = Object.entries(told).map(([field, value]) => [field, field in cleared ? cleared[field] : value]);
  const rest: Told = Object.fromEntries(kept);
  if (Array.isArray(rest.payments)) rest.payments = rest.payments.map((payment: Told) => withoutTraces(payment, traces));
  return rest;
}

/** What was told of a movement, without its reason where it is one of these. */
export const withoutReasonOf =
  (movement_ids: ReadonlySet<string>) =>
  (told: Told): Told => {
    const movement = told.movement as Told | undefined;
    return movement !== undefined && movement_ids.has(String(movement.id)) ? { ...told, movement: { ...movement, reason: null } } : told;
  };

function withoutTraces(payment: Told, traces: readonly string[]): Told {
  const reference = String(payment.reference ?? '').toLowerCase();
  return traces.some((trace) => reference.includes(trace.toLowerCase())) ? { ...payment, reference: null } : payment;
}
