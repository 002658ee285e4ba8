import { duplicate, invalidField } from '../../core/errors.ts';

/** A customer of a file. Omitted fields of an existing customer stay as they are. */
export interface PutInput {
  name?: string;
  email?: string;
  phone?: string;
  address?: string;
  /** Of a new customer; the points of an existing one stay. */
  points?: bigint;
}

/** The fields of a customer that a file can change. */
export interface PutFields {
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
}

export interface PlannedCustomer<Row extends PutFields & { id: string }> {
  /** The stored customer; undefined for a new one. */
  stored: Row | undefined;
  fields: PutFields;
  points: bigint;
  is_changed: boolean;
}

/** The changes that inputs would make, before anything is written. */
export interface CustomerPlan<Row extends PutFields & { id: string }> {
  readonly customers: Set<PlannedCustomer<Row>>;
  /** By e-mail in lower case and by phone; null if several customers have it. */
  readonly byContact: Map<string, PlannedCustomer<Row> | null>;
}

export const emptyCustomerPlan = <Row extends PutFields & { id: string }>(): CustomerPlan<Row> => ({
  customers: new Set(),
  byContact: new Map(),
});

const contactsOf = ({ email, phone }: Pick<PutFields, 'email' | 'phone'>): string[] => [
  ...(email === null ? [] : [email.toLowerCase()]),
  ...(phone === null ? [] : [phone]),
];

/** Adds stored customers, unless they are planned already. */
export function addStored<Row extends PutFields & { id: string }>(plan: CustomerPlan<Row>, rows: readonly Row[]): void {
  const known = new Set([...plan.byContact.values()].map((planned) => planned?.stored?.id));
  for (const row of rows) {
    if (known.has(row.id)) continue;
    const { name, email, phone, address } = row;
    const planned = { stored: row, fields: { name, email, phone, address }, points: 0n, is_changed: false };
    for (const contact of contactsOf(row)) {
      const other = plan.byContact.get(contact);
      plan.byContact.set(contact, other === undefined || other === planned ? planned : null);
    }
  }
}

/**
 * Adds an input to the plan: a change of the customer with this e-mail or phone, or a new one.
 * @throws AppError VALIDATION_ERROR, DUPLICATE; the plan is then unchanged
 */
export function planCustomer<Row extends PutFields & { id: string }>(
  plan: CustomerPlan<Row>,
  input: PutInput,
): PlannedCustomer<Row> {
  const { email, phone } = input;
  const byEmail = email === undefined ? undefined : plan.byContact.get(email.toLowerCase());
  const byPhone = phone === undefined ? undefined : plan.byContact.get(phone);
  if (byEmail === null) throw duplicate('email', 'Several customers have this e-mail');
  if (byEmail === undefined && byPhone === null) throw duplicate('phone', 'Several customers have this phone number');
  if (byEmail !== undefined && byPhone !== undefined && byPhone !== byEmail)
    throw duplicate('phone', 'Another customer has this phone number');
  const found = byEmail ?? byPhone ?? undefined;
  const name = input.name ?? found?.fields.name ?? email ?? phone;
  if (name === undefined) throw invalidField('name', 'is required, or an e-mail or phone');
  const planned = found ?? {
    stored: undefined,
    fields: { name, email: null, phone: null, address: null },
    points: input.points ?? 0n,
    is_changed: true,
  };
  const before = planned.fields;
  const fields = {
    name,
    email: input.email ?? before.email,
    phone: input.phone ?? before.phone,
    address: input.address ?? before.address,
  };
  planned.is_changed ||= (Object.keys(fields) as (keyof PutFields)[]).some((field) => fields[field] !== before[field]);
  planned.fields = fields;
  plan.customers.add(planned);
  for (const contact of contactsOf(fields)) plan.byContact.set(contact, planned);
  return planned;
}
