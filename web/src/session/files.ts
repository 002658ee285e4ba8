/**
 * The client reads the response of an operation either as JSON or as a file. Some operations respond with JSON by
 * default, and with a file for a `format`: what the client reads then is JSON that refers to the file.
 */
const files = new Map<string, Blob>();

let count = 0;

/** Replaces a file by a reference to it, if the client expects JSON. Other responses stay as they are. */
export async function keepFile(response: Response, init: RequestInit | undefined): Promise<Response> {
  const expectsJson = new Headers(init?.headers).get('accept') === 'application/json';
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const isFile = response.headers.get('content-disposition')?.startsWith('attachment') === true;
  if (!response.ok || !expectsJson || isJson || !isFile) return response;
  count += 1;
  const file = `file ${count}`;
  files.set(file, await response.blob());
  return Response.json({ success: true, data: { file } });
}

/** The file of a response that refers to one. It is returned once. */
export function takeFile(answer: { data: unknown }): Blob {
  const { file } = answer.data as { file?: string };
  const found = file === undefined ? undefined : files.get(file);
  if (file === undefined || found === undefined) throw new Error('The service did not respond with a file');
  files.delete(file);
  return found;
}
