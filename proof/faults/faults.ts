import type { Fault } from './fault.ts';
import { ofMoney } from './of-money.ts';
import { ofPeople } from './of-people.ts';
import { ofRequests } from './of-requests.ts';
import { ofStock } from './of-stock.ts';
import { ofTidings } from './of-tidings.ts';

export const faults: readonly Fault[] = [...ofStock, ...ofMoney, ...ofRequests, ...ofPeople, ...ofTidings];
