import type { AnyCall, OperationName } from './calls.ts';

/** The id of the sale that a call records or completes, if the call names it. */
function saleIdOf(name: OperationName, { path, body }: AnyCall): string | undefined {
  if (name === 'completeTransaction') return path?.id;
  const { id } = (body ?? {}) as { id?: unknown };
  return name === 'createTransaction' && typeof id === 'string' ? id : undefined;
}

/**
 * The sale of a call, as the service has it. `undefined` if it was not carried out, if the call names no sale, or if the
 * sale cannot be read now.
 */
export async function readRecordedSale(
  perform: (name: OperationName, call: AnyCall) => Promise<unknown>,
  name: OperationName,
  call: AnyCall,
): Promise<unknown> {
  const id = saleIdOf(name, call);
  if (id === undefined) return undefined;
  try {
    const { merchantId, signal } = call;
    const found = (await perform('getTransaction', { path: { id }, merchantId, signal })) as Found;
    return name === 'completeTransaction' && found.data.status === 'pending' ? undefined : found;
  } catch {
    return undefined;
  }
}

interface Found {
  data: { status: string };
}
