import { afterProductChange } from '../../session/queries.ts';
import { sendOnce } from '../../session/send-once.ts';
import { useSequence } from '../../session/use-sequence.ts';
import type { NewVariant } from './variant-rules.ts';

/** Creates variants one after the other. The errors of the rejected ones are by name. */
export function useVariantCreation() {
  const { run, ...state } = useSequence();
  /** @returns the names of the created variants */
  const create = async (product_id: string, variants: readonly NewVariant[]): Promise<ReadonlySet<string>> => {
    const created = await run(
      variants,
      ({ name }) => name,
      (body) =>
        sendOnce(`createVariant ${product_id} ${body.name}`, 'createVariant', { path: { id: product_id }, body }),
    );
    void afterProductChange();
    return created;
  };
  return { ...state, create };
}
