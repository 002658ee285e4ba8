import { accessFaults } from './access-faults.ts';
import { eventFaults } from './event-faults.ts';
import type { Fault } from './fault.ts';
import { moneyFaults } from './money-faults.ts';
import { registerFaults } from './register-faults.ts';
import { requestFaults } from './request-faults.ts';
import { stockFaults } from './stock-faults.ts';

export const faults: readonly Fault[] = [
  ...stockFaults,
  ...moneyFaults,
  ...registerFaults,
  ...requestFaults,
  ...accessFaults,
  ...eventFaults,
];
