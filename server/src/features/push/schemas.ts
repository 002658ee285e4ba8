import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { amount, id, money, nullable, oneOf } from '../../platform/validation/fields.ts';
import type { PushRules } from './rules.ts';

const ruleFields = {
  low_stock: Type.Boolean({ description: 'A product has reached its reorder point' }),
  out_of_stock: Type.Boolean({ description: 'A product is out of stock' }),
  exports: Type.Boolean({ description: 'A report that the user requested is finished' }),
  imports: Type.Boolean({ description: 'A file that the user uploaded is imported' }),
  day_closed: Type.Boolean({ description: 'A business day of a branch has ended, with its sales' }),
};

export const pushRules = Type.Object({ ...ruleFields, refund_from: nullable(amount()) });

export const pushRulesBody = Type.Object({
  low_stock: Type.Optional(ruleFields.low_stock),
  out_of_stock: Type.Optional(ruleFields.out_of_stock),
  exports: Type.Optional(ruleFields.exports),
  imports: Type.Optional(ruleFields.imports),
  day_closed: Type.Optional(ruleFields.day_closed),
  refund_from: Type.Optional(nullable(money())),
});

export const toPushRules = ({ refund_from, ...rules }: PushRules, currency: string): Static<typeof pushRules> => ({
  ...rules,
  refund_from: refund_from === null ? null : toMajor(refund_from, currency),
});

export const pushKey = Type.Object({
  public_key: Type.String({ description: 'The `applicationServerKey` for a browser’s `pushManager.subscribe`' }),
});

export const testResults = Type.Array(
  Type.Object({
    device_id: id(),
    outcome: oneOf(['sent', 'gone', 'unconfigured', 'failed']),
  }),
);
