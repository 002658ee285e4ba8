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
  /** By e-mail in lower case; null if several customers have it. */
  readonly byEmail: Map<string, PlannedCustomer<Row> | null>;
  /** The customers that have a phone number, or had it before the inputs. */
  readonly byPhone: Map<string, PlannedCustomer<Row>[]>;
}

export const emptyCustomerPlan = <Row extends PutFields & { id: string }>(): CustomerPlan<Row> => ({
  customers: new Set(),
  byEmail: new Map(),
  byPhone: new Map(),
});

/** The stored customers that the inputs name. */
export const storedIn = <Row extends PutFields & { id: string }>({ byEmail, byPhone }: CustomerPlan<Row>): Row[] =>
  [...byEmail.values(), ...byPhone.values()].flat().flatMap((planned) => planned?.stored ?? []);

function addPhone<Row extends PutFields & { id: string }>(
  { byPhone }: CustomerPlan<Row>,
  planned: PlannedCustomer<Row>,
): void {
  const { phone } = planned.fields;
  if (phone === null) return;
  const holders = byPhone.get(phone) ?? [];
  if (!holders.includes(planned)) byPhone.set(phone, [...holders, planned]);
}

/** Adds stored customers, unless they are planned already. */
export function addStored<Row extends PutFields & { id: string }>(plan: CustomerPlan<Row>, rows: readonly Row[]): void {
  const known = new Set(storedIn(plan).map(({ id }) => id));
  for (const row of rows) {
    if (known.has(row.id)) continue;
    const { name, email, phone, address } = row;
    const planned = { stored: row, fields: { name, email, phone, address }, points: 0n, is_changed: false };
    if (email !== null) plan.byEmail.set(email.toLowerCase(), plan.byEmail.has(email.toLowerCase()) ? null : planned);
    addPhone(plan, planned);
  }
}

const sameText = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase());
  return first === second;
};

/** What says that a customer with the input's phone number is another person; families share numbers. */
function differenceOf({ name, email, phone }: PutFields, input: PutInput): string | undefined {
  if (input.email !== undefined && email !== null && !sameText(input.email, email)) return 'e-mail';
  // Customers without a name have their e-mail or phone in its place.
  const isNamed = name !== email && name !== phone;
  return input.name !== undefined && isNamed && !sameText(input.name, name) ? 'name' : undefined;
}

/** @throws AppError DUPLICATE if the phone number is another customer's, or that of several */
function findByPhone<Row extends PutFields & { id: string }>(
  holders: readonly PlannedCustomer<Row>[],
  input: PutInput,
): PlannedCustomer<Row> | undefined {
  const differences = holders.map(({ fields }) => differenceOf(fields, input));
  const [found, second] = holders.filter((_, at) => differences[at] === undefined);
  if (second !== undefined) throw duplicate('phone', 'Several customers have this phone number');
  if (found === undefined && differences[0] !== undefined)
    throw duplicate('phone', `A customer with another ${differences[0]} has this phone number`);
  return found;
}

/**
 * Adds an input to the plan: a change of the customer with this e-mail, or with this phone unless the name or e-mail is
 * another one; or a new customer.
 * @throws AppError VALIDATION_ERROR, DUPLICATE; the plan is then unchanged
 */
export function planCustomer<Row extends PutFields & { id: string }>(
  plan: CustomerPlan<Row>,
  input: PutInput,
): PlannedCustomer<Row> {
  const { email, phone } = input;
  const byEmail = email === undefined ? undefined : plan.byEmail.get(email.toLowerCase());
  if (byEmail === null) throw duplicate('email', 'Several customers have this e-mail');
  const holders = (phone === undefined ? [] : (plan.byPhone.get(phone) ?? [])).filter(
    ({ fields }) => fields.phone === phone,
  );
  if (byEmail !== undefined && holders.length > 0 && !holders.includes(byEmail))
    throw duplicate('phone', 'Another customer has this phone number');
  const found = byEmail ?? findByPhone(holders, input);
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
  if (fields.email !== null) plan.byEmail.set(fields.email.toLowerCase(), planned);
  addPhone(plan, planned);
  return planned;
}
