/** A message of a stream of Server-Sent Events. */
export interface Message {
  /** The reader's place from here on. */
  id?: string;
  /** Missing where only the place is told. */
  data?: string;
}

/** @param heard called whenever anything came, so that silence can be told from quiet */
export async function* readMessages(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  heard();
  for (;;) {
    const { done, value } = await reader.read();
    // What has no end was cut off: it comes again.
    if (done) return;
    heard();
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield messageOf(block);
  }
}

function messageOf(block: string): Message {
  const message: Message = {};
  for (const line of block.split('\n')) {
    if (line.startsWith('id: ')) message.id = line.slice(4);
    if (line.startsWith('data: ')) message.data = line.slice(6);
  }
  return message;
}
