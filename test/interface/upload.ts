import type { Caller, Reply } from '../caller.ts';
import type { TestHouse } from '../house.ts';

/** Sends a form with a file field `file`, as a browser does. */
export async function upload(house: TestHouse, caller: Caller, path: string, content: string): Promise<Reply> {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/csv' }), 'records.csv');
  const request = new Request('http://shop.test', { method: 'POST', body: form });
  const answer = await house.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...caller.headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body, headers: answer.headers };
}
