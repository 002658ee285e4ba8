import { isId } from '../../core/ids.ts';
import type { CompiledStatement } from './statement.ts';

/**
 * How statements are sent to one node or to Citus. A single node keeps the settings of a connection. Citus routes a
 * merchant's statements to the node that has their rows, and passes on only what `set local` sets inside a transaction
 * (0039).
 */
export interface DatabaseTopology {
  /**
   * If true, the merchant is set for each transaction. Otherwise it stays set until the connection serves another
   * merchant.
   */
  bindsTransactions: boolean;
  /** Sent once on each connection. */
  connectionSetup: string | undefined;
  /** How a transaction of a merchant begins. */
  begin(begin: string, merchant_id: string, generic_plans: boolean): string[];
  /** Binds the rest of a transaction to a merchant. */
  bindLocally(merchant_id: string): string | { name: string; text: string; values: string[] };
  /** A statement as it is sent. */
  adapt(statement: CompiledStatement): CompiledStatement;
}

export const singleNode: DatabaseTopology = {
  bindsTransactions: false,
  connectionSetup: undefined,
  begin: (begin, _merchant_id, generic_plans) => [
    generic_plans ? `${begin}; set local plan_cache_mode = force_generic_plan` : begin,
  ],
  bindLocally: (merchant_id) => ({
    name: 'bind-local',
    text: `select set_config('app.merchant_id', $1, true)`,
    values: [merchant_id],
  }),
  adapt: (statement) => statement,
};

export const citus: DatabaseTopology = {
  bindsTransactions: true,
  // A transaction belongs to one merchant, so it runs on one machine. Over one connection it can also change tables on
  // every machine.
  connectionSetup: `select set_config('citus.propagate_set_commands', 'local', false), set_config('citus.multi_shard_modify_mode', 'sequential', false)`,
  // No generic plans: only the merchant determines the machine. Separate statements: Citus would forward one text as a
  // whole, and begin twice.
  begin: (begin, merchant_id) => [begin, setMerchant(merchant_id)],
  bindLocally: setMerchant,
  adapt(statement) {
    const text = adapted.get(statement.text) ?? adaptText(statement.text);
    adapted.set(statement.text, text);
    return { ...statement, text };
  },
};

const adapted = new Map<string, string>();

/**
 * Citus sends rows of `unnest` to their machine by COPY, which row security does not allow, unless the insert returns
 * something. Then the rows are sent as part of the insert.
 */
const adaptText = (text: string): string =>
  /^\s*insert\s(?!.*\s(returning|on\s+conflict)\s).*\sselect\s/is.test(text) ? `${text} returning 1` : text;

/** `set local` takes no parameters. */
function setMerchant(merchant_id: string): string {
  if (!isId(merchant_id)) throw new Error('a merchant is named by an id');
  return `set local app.merchant_id = '${merchant_id}'`;
}
