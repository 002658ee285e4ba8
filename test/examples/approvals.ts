import type { Recorder } from './recorder.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Ben, a stock clerk, adds more units than he may alone; the owner approves one request of his and denies another. */
export async function useApprovals(
  { show, refuse, as }: Recorder,
  { owner, product_id }: { owner: Credentials; product_id: string },
): Promise<void> {
  const signIn = async (body: Credentials) => {
    const { access_token } = (await show('login', { body })).data;
    return { authorization: `Bearer ${access_token}` };
  };
  await show('updateMerchant', { body: { approval_rules: [{ action: 'stock_adjustment', above_quantity: 10 }] } });
  const ben = await signIn({ email: 'ben@example.com', password: 'what Ben remembers now' });
  as(ben);
  const body = { product_id, quantity: 12, type: 'addition', reason: 'found in the cellar' };
  await refuse('APPROVAL_REQUIRED', 'adjustStock', { body });
  const request = { action: 'stock_adjustment', method: 'POST', path: '/inventory/adjustment' };
  const { id } = (await show('requestApproval', { body: { ...request, body } })).data;
  const other = (await show('requestApproval', { body: { ...request, body: { ...body, quantity: 500 } } })).data;
  as(await signIn(owner));
  await show('listApprovals', { query: { state: 'pending' } });
  await show('approveApproval', { path: { id } });
  await show('denyApproval', { path: { id: other.id }, body: { reason: 'count them first' } });
  as(ben);
  await show('adjustStock', { body, headers: { 'approval-id': id } });
  await refuse('APPROVAL_INVALID', 'adjustStock', { body, headers: { 'approval-id': id } });
  await show('getApproval', { path: { id } });
  as(await signIn(owner));
  await show('updateMerchant', { body: { approval_rules: [] } });
}
