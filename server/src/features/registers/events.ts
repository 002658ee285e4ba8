import { eventType } from '../../platform/http/event-type.ts';
import { closure, toClosure } from './closure-schemas.ts';
import type { Closure } from './closures/read-closures.ts';
import type { RegisterRow } from './register-queries.ts';
import { register, toRegister } from './register-schemas.ts';
import { movement, shift, toMovement, toShift } from './shift-schemas.ts';
import type { MovementRow } from './shifts/movement-queries.ts';
import type { ShownShift } from './shifts/read-shifts.ts';

const registerEvent = (summary: string) =>
  eventType<RegisterRow>(summary, register, (row, { currency }) => toRegister(row, currency));
const shiftEvent = (summary: string) =>
  eventType<ShownShift>(summary, shift, (row, { currency }) => toShift(row, currency));
const movementEvent = (summary: string) =>
  eventType<MovementRow>(summary, movement, (row, { currency }) => toMovement(row, currency));
const closureEvent = (summary: string) =>
  eventType<Closure>(summary, closure, (row, { currency }) => toClosure(row, currency));

export const registerEvents = {
  'register.created': registerEvent('A register was added'),
  'register.updated': registerEvent('A register was changed'),
  'shift.opened': shiftEvent('A shift was opened with a counted float'),
  'shift.counted': shiftEvent('The drawer of a shift was counted'),
  'shift.reopened': shiftEvent('A shift that was being counted sells again'),
  'shift.closed': closureEvent('A shift was closed; the data are its closure (Z report)'),
  'cash_movement.created': movementEvent('Cash was paid in or out, or the drawer was opened without a sale'),
  'cash_movement.voided': movementEvent('A cash movement was voided'),
  'closure.corrected': closureEvent('A closure was corrected by another count'),
};
