import { eventType } from '../../platform/http/event-type.ts';
import { type Movement, type NamedLevel, showLevel } from './rules.ts';
import { level, moved, reserved } from './schemas.ts';

const toMovement = ({ source_id: _, ...row }: Movement) => row;

export const stockEvents = {
  'stock.moved': eventType<{ movement: Movement; level: NamedLevel }>(
    'Stock came in, went out, or was counted',
    moved,
    (payload) => ({
      movement: toMovement(payload.movement),
      level: showLevel(payload.level),
    }),
  ),
  'stock.reserved': eventType<{ level: NamedLevel }>(
    'Stock was reserved for a parked transaction, or released',
    reserved,
    (payload) => ({
      level: showLevel(payload.level),
    }),
  ),
  'stock.low': eventType<NamedLevel>('The available stock fell to the reorder point or below', level, showLevel),
  'stock.out': eventType<NamedLevel>('No stock is available any more', level, showLevel),
};
