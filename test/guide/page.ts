/** One request of the guide, and the answer printed below it. */
export interface Step {
  /** On the page, counted from 1. */
  line: number;
  /** What time it is at the shop from this request on. */
  clock: string | undefined;
  /** Sent until it is answered as it is printed: how a limit is shown. */
  isRepeated: boolean;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  answer: { status: number; headers: Record<string, string>; body: string | undefined };
  /** Where the body of the answer stands in the page. */
  answer_at: { from: number; to: number };
}

const block = /(?:<!-- (clock: (?<clock>\S+)|(?<again>until refused)) -->\n+)?```http\n(?<text>[\s\S]*?)\n```/g;

/**
 * The requests of a page in their order: blocks of HTTP, request and answer in turn. What a reader need not see stands in a comment before
 * a request: `clock: <time>` sets the clock of the shop, `until refused` sends it again and again.
 */
export function readPage(page: string): Step[] {
  const blocks = [...page.matchAll(block)];
  const steps: Step[] = [];
  for (let at = 0; at < blocks.length; at += 2) {
    const request = blocks[at];
    const answer = blocks[at + 1];
    const line = page.slice(0, request?.index).split('\n').length;
    if (request === undefined || answer === undefined) throw new Error(`line ${line}: a request without an answer`);
    steps.push({ ...readRequest(request, line), ...readAnswer(answer, line), line });
  }
  return steps;
}

function readRequest({ groups }: RegExpExecArray, line: number) {
  const { first, headers, body } = readMessage(groups?.text ?? '');
  const [method = '', path] = first.split(' ');
  if (path === undefined || method.startsWith('HTTP')) throw new Error(`line ${line}: ${first} is no request`);
  return { clock: groups?.clock, isRepeated: groups?.again !== undefined, method, path, headers, body };
}

function readAnswer({ groups, index, 0: whole }: RegExpExecArray, line: number) {
  const text = groups?.text ?? '';
  const { first, headers, body } = readMessage(text);
  const [, status] = /^HTTP\/1\.1 (\d{3}) \w/.exec(first) ?? [];
  if (status === undefined) throw new Error(`line ${line}: ${first} is no answer`);
  const to = index + whole.length - '\n```'.length;
  return { answer: { status: Number(status), headers, body }, answer_at: { from: to - (body ?? '').length, to } };
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
