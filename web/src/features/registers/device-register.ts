/** The register at which this device sells. */
export interface DeviceRegister {
  id: string;
  branch_id: string;
}

/** The registers at which a device can sell. */
export const activeOf = <One extends { status: string }>(registers: readonly One[]): One[] =>
  registers.filter(({ status }) => status === 'active');

/** `null`: the device sells without a register. `undefined`: none was chosen yet. */
export type DeviceChoice = DeviceRegister | null | undefined;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const isRegister = (stored: unknown): stored is DeviceRegister =>
  typeof stored === 'object' &&
  stored !== null &&
  'id' in stored &&
  typeof stored.id === 'string' &&
  'branch_id' in stored &&
  typeof stored.branch_id === 'string';

const prefix = 'tillhouse.register.';
const keyOf = (merchant_id: string) => prefix + merchant_id;

/** Whether a key of the storage is that of a choice. `null` stands for all keys. */
export const isDeviceKey = (key: string | null): boolean => key === null || key.startsWith(prefix);

/** The choice that this browser keeps for all users of a shop. @param open may throw */
export function readDeviceChoice(open: () => Storage, merchant_id: string): DeviceChoice {
  try {
    const stored: unknown = JSON.parse(open().getItem(keyOf(merchant_id)) ?? '""');
    return stored === null || isRegister(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function storeDeviceChoice(open: () => Storage, merchant_id: string, choice: DeviceRegister | null): void {
  try {
    open().setItem(keyOf(merchant_id), JSON.stringify(choice));
  } catch {
    // Storage is blocked: the choice lives as long as the page.
  }
}

interface Register extends DeviceRegister {
  status: 'active' | 'inactive';
  requires_shift: boolean;
}

/**
 * The choice as far as it still applies: another user may be limited to other branches, and a register may have become
 * inactive. @param registers `undefined` while they are loading
 */
export function validChoice(
  choice: DeviceChoice,
  { branch_ids, registers }: { branch_ids: readonly string[] | null; registers: readonly Register[] | undefined },
): DeviceChoice {
  if (choice === undefined || choice === null) return choice;
  if (branch_ids !== null && !branch_ids.includes(choice.branch_id)) return undefined;
  if (registers === undefined) return choice;
  return registers.some(({ id, status }) => id === choice.id && status === 'active') ? choice : undefined;
}

/** Whether a branch sells at its registers only: it has some, and each requires a shift. */
export function needsRegister(registers: readonly Register[], branch_id: string | undefined): boolean {
  const here = registers.filter((register) => register.branch_id === branch_id && register.status === 'active');
  return here.length > 0 && here.every(({ requires_shift }) => requires_shift);
}

/** The field that names the device's register, for a sale of its branch. */
export const registerFor = (choice: DeviceChoice, branch_id: string | undefined): { register_id?: string } =>
  choice && choice.branch_id === branch_id ? { register_id: choice.id } : {};

/** The field for the payment of a parked sale: without a register of this device, it is not paid where it was parked. */
export const paymentRegisterFor = (
  choice: DeviceChoice,
  branch_id: string | undefined,
): { register_id: string | null } => ({ register_id: null, ...registerFor(choice, branch_id) });
