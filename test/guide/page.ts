/** One request of the guide, and the response printed below it. */
export interface Step {
  /** The line of the request on the page, counted from 1. */
  line: number;
  /** The time of the service from this request on. */
  clock: string | undefined;
  /** Whether the request is repeated until the response has the printed status. This shows a rate limit. */
  isRepeated: boolean;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  answer: { status: number; headers: Record<string, string>; body: string | undefined };
  /** The position of the response body in the page. */
  body_at: { from: number; to: number };
}

const block = /(?:<!-- (clock: (?<clock>\S+)|(?<again>until refused)) -->\n+)?```http\n(?<text>[\s\S]*?)\n```/g;

/**
 * The requests of a page in their order: each is an HTTP block, followed by the block of its response.
 * A comment before a request can hold instructions that the reader does not see: `clock: <time>` sets the clock of the
 * service, and `until refused` repeats the request.
 */
export function readPage(page: string): Step[] {
  const blocks = [...page.matchAll(block)];
  const steps: Step[] = [];
  for (let at = 0; at < blocks.length; at += 2) {
    const request = blocks[at];
    const answer = blocks[at + 1];
    const line = page.slice(0, request?.index).split('\n').length;
    if (request === undefined || answer === undefined) throw new Error(`line ${line}: a request without a response`);
    steps.push({ ...readRequest(request, line), ...readAnswer(answer, line), line });
  }
  return steps;
}

function readRequest({ groups }: RegExpExecArray, line: number) {
  const { first, headers, body } = readMessage(groups?.text ?? '');
  const [method = '', path] = first.split(' ');
  if (path === undefined || method.startsWith('HTTP')) throw new Error(`line ${line}: ${first} is not a request`);
  return { clock: groups?.clock, isRepeated: groups?.again !== undefined, method, path, headers, body };
}

function readAnswer({ groups, index, 0: whole }: RegExpExecArray, line: number) {
  const text = groups?.text ?? '';
  const { first, headers, body } = readMessage(text);
  const [, status] = /^HTTP\/1\.1 (\d{3}) \w/.exec(first) ?? [];
  if (status === undefined) throw new Error(`line ${line}: ${first} is not a response`);
  const to = index + whole.length - '\n```'.length;
  return { answer: { status: Number(status), headers, body }, body_at: { from: to - (body ?? '').length, to } };
}

function readMessage(text: string) {
  const gap = text.indexOf('\n\n');
  const [first = '', ...lines] = (gap === -1 ? text : text.slice(0, gap)).split('\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    }),
  );
  return { first, headers, body: gap === -1 ? undefined : text.slice(gap + 2) };
}
