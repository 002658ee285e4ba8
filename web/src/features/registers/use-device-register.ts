import { useCallback, useSyncExternalStore } from 'react';
import { useSession } from '../../session/session.tsx';
import {
  activeOf,
  type DeviceChoice,
  type DeviceRegister,
  isDeviceKey,
  readDeviceChoice,
  storeDeviceChoice,
  validChoice,
} from './device-register.ts';
import { type Register, useRegisters } from './register-queries.ts';

export interface DeviceRegisterControl {
  choice: DeviceChoice;
  /** The active registers of the user's branches. */
  registers: readonly Register[];
  choose(choice: DeviceRegister | null): void;
}

/** The choice of each shop, shared by all components of the page. */
const choices = new Map<string, DeviceChoice>();
const listeners = new Set<() => void>();

function readChoice(merchant_id: string): DeviceChoice {
  if (!choices.has(merchant_id))
    choices.set(
      merchant_id,
      readDeviceChoice(() => localStorage, merchant_id),
    );
  return choices.get(merchant_id);
}

function storeChoice(merchant_id: string, choice: DeviceRegister | null): void {
  storeDeviceChoice(() => localStorage, merchant_id, choice);
  choices.set(merchant_id, choice);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (!isDeviceKey(key)) return;
    choices.clear();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onOtherTab);
  };
}

/** The register at which this device sells. It is kept in the browser for the shop. */
export function useDeviceRegister(): DeviceRegisterControl {
  const { user, merchant } = useSession();
  const choice = useSyncExternalStore(
    subscribe,
    useCallback(() => readChoice(merchant.id), [merchant.id]),
  );
  const registers = useRegisters();
  return {
    choice: validChoice(choice, { branch_ids: user.branch_ids, registers }),
    registers: activeOf(registers ?? []),
    choose: (next) => storeChoice(merchant.id, next),
  };
}
