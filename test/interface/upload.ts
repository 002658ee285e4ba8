import type { Caller, Reply } from '../caller.ts';
import { formOf } from '../form.ts';
import type { TestApp } from '../test-app.ts';

/** Sends a form with a file field `file`, as a browser does. */
export async function upload(app: TestApp, caller: Caller, path: string, content: string): Promise<Reply> {
  const { headers, payload } = await formOf(content);
  const answer = await app.fastify.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...caller.headers, ...headers },
    payload,
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body, headers: answer.headers };
}
