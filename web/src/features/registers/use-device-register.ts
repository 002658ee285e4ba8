import { useState } from 'react';
import { useSession } from '../../session/session.tsx';
import {
  type DeviceChoice,
  type DeviceRegister,
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

/** The register at which this device sells. It is kept in the browser for the shop. */
export function useDeviceRegister(): DeviceRegisterControl {
  const { user, merchant } = useSession();
  const [choice, setChoice] = useState(() => readDeviceChoice(() => localStorage, merchant.id));
  const registers = useRegisters();
  return {
    choice: validChoice(choice, { branch_ids: user.branch_ids, registers }),
    registers: (registers ?? []).filter(({ status }) => status === 'active'),
    choose(next) {
      storeDeviceChoice(() => localStorage, merchant.id, next);
      setChoice(next);
    },
  };
}
