import assert from 'node:assert/strict';
import type { Caller, Reply } from './caller.ts';

/** A request that needs an approval. */
export interface ActRequest {
  action: string;
  method?: 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: unknown;
}

/** Requests an approval. @returns its id */
export async function askFor(requester: Caller, { method = 'POST', ...act }: ActRequest): Promise<string> {
  const { status, body, text } = await requester.post('/approvals', { method, ...act });
  assert.equal(status, 201, text);
  return body.data.id;
}

/** Requests an approval, and gives it. @returns its id */
export async function approved(requester: Caller, approver: Caller, act: ActRequest): Promise<string> {
  const id = await askFor(requester, act);
  const { status, text } = await approver.post(`/approvals/${id}/approve`, {});
  assert.equal(status, 200, text);
  return id;
}

/** Sends the request, with an approval or without. */
export const send = (
  caller: Caller,
  { method = 'POST', path, body }: ActRequest,
  approval_id?: string,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const all = approval_id === undefined ? headers : { ...headers, 'approval-id': approval_id };
  const verb = method.toLowerCase() as 'post' | 'put' | 'patch';
  return caller[verb](path, body, all);
};

/** Status and code of a response. */
export const codeOf = ({ status, body }: Reply): string => `${status} ${body.error?.code ?? 'OK'}`;
