export interface Form {
  headers: { 'content-type': string };
  payload: Buffer;
}

/** A form with a file field `file`, as a browser sends it. */
export async function formOf(
  content: string | Buffer,
  { name = 'records.csv' }: { name?: string } = {},
): Promise<Form> {
  const form = new FormData();
  form.set('file', new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]), name);
  const body = new Response(form);
  return {
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  };
}
