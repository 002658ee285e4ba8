import { accessFaults } from './access-faults.ts';
import { eventFaults } from './event-faults.ts';
import type { Fault } from './fault.ts';
import { moneyFaults } from './money-faults.ts';
import { requestFaults } from './request-faults.ts';
import { stockFaults } from './stock-faults.ts';

export const faults: readonly Fault[] = [
  ...stockFaults,
  ...moneyFaults,
  ...requestFaults,
  ...accessFaults,
  ...eventFaults,
];
