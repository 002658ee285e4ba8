import { eventType } from '../../platform/http/event-type.ts';
import { type Movement, type NamedLevel, showLevel } from './rules.ts';
import { level, moved, reserved } from './schemas.ts';

const toMovement = ({ source_id: _, ...row }: Movement) => row;

export const stockEvents = {
  'stock.moved': eventType<{ movement: Movement; level: NamedLevel }>('Stock came in, went out, or was counted', moved, (told) => ({
    movement: toMovement(told.movement),
    level: showLevel(told.level),
  })),
  'stock.reserved': eventType<{ level: NamedLevel }>('Stock was set aside for a parked transaction, or set free', reserved, (told) => ({
    level: showLevel(told.level),
  })),
  'stock.low': eventType<NamedLevel>('What is available fell to the minimum, or below', level, showLevel),
  'stock.out': eventType<NamedLevel>('Nothing is available any more', level, showLevel),
};
