/** A message of a stream of Server-Sent Events. */
export interface Message {
  /** The position after this message. */
  id?: string;
  /** Missing in messages that only give the position. */
  data?: string;
}

/** @param onData called whenever data arrives, to detect a lost connection */
export async function* readMessages(body: ReadableStream<Uint8Array>, onData: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let incomplete = '';
  onData();
  for (;;) {
    const { done, value } = await reader.read();
    // An incomplete message was interrupted, and is sent again.
    if (done) return;
    onData();
    const blocks = (incomplete + decoder.decode(value, { stream: true })).split('\n\n');
    incomplete = blocks.pop() ?? '';
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
