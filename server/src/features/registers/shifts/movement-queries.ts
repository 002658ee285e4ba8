import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { build } from '../../../platform/database/statement.ts';
import type { MovementType } from '../rules.ts';

export interface MovementRow {
  id: string;
  shift_id: string;
  type: MovementType;
  amount: bigint;
  reason: string;
  user_id: string;
  user_name: string;
  created_at: Timestamp;
  voided_at: Timestamp | null;
  voided_by: string | null;
  voided_by_name: string | null;
  void_reason: string | null;
}

const movementRows = (db: Handle, shift_id: string) =>
  build
    .selectFrom('cash_movements as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('cash_movement_voids as v', (join) =>
      join.onRef('v.merchant_id', '=', 'm.merchant_id').onRef('v.movement_id', '=', 'm.id'),
    )
    .leftJoin('users as w', 'w.id', 'v.user_id')
    .select([
      'm.id',
      'm.shift_id',
      'm.type',
      'm.amount',
      'm.reason',
      'm.user_id',
      'u.name as user_name',
      'm.created_at',
    ])
    .select([
      'v.created_at as voided_at',
      'v.user_id as voided_by',
      'w.name as voided_by_name',
      'v.reason as void_reason',
    ])
    .where('m.merchant_id', '=', db.merchant_id)
    .where('m.shift_id', '=', shift_id);

export const findMovement = (
  db: Handle,
  { id, shift_id }: { id: string; shift_id: string },
): Promise<MovementRow | undefined> =>
  db.first(movementRows(db, shift_id).where('m.id', '=', id).$castTo<MovementRow>());

/** The cash movements of a shift, the newest first. */
export const movementList = (db: Handle, shift_id: string) =>
  ({
    rows: movementRows(db, shift_id).$castTo<MovementRow>(),
    count: build
      .selectFrom('cash_movements as m')
      .select(sql<bigint>`count(*)`.as('total'))
      .where('m.merchant_id', '=', db.merchant_id)
      .where('m.shift_id', '=', shift_id),
    keys: {
      created_at: { column: sql.ref('m.created_at'), type: 'timestamptz' },
      id: { column: sql.ref('m.id'), type: 'uuid' },
    },
  }) as const;

type NewMovement = Pick<MovementRow, 'id' | 'shift_id' | 'type' | 'amount' | 'reason' | 'user_id' | 'created_at'>;

export const insertMovement = (tx: Transaction, movement: NewMovement): Promise<number> =>
  tx.run(build.insertInto('cash_movements').values({ ...movement, merchant_id: tx.merchant_id }));

interface MovementVoid {
  movement_id: string;
  reason: string;
  user_id: string;
  created_at: Timestamp;
}

export const insertMovementVoid = (tx: Transaction, voiding: MovementVoid): Promise<number> =>
  tx.run(build.insertInto('cash_movement_voids').values({ ...voiding, merchant_id: tx.merchant_id }));
