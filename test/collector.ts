import { aReceiver, type Received, type Receiver } from './receiver.ts';

/** A span as it arrives: OTLP over HTTP, as JSON. */
export interface ArrivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  status: { code?: number; message?: string };
  duration_ms: number;
}

export interface Collector {
  endpoint: string;
  /** All that came, as text. */
  text(): string;
  spans(): ArrivedSpan[];
  close(): Promise<void>;
}

/** Somebody on this machine who takes traces. */
export async function aCollector(): Promise<Collector> {
  const receiver: Receiver = await aReceiver();
  receiver.behave((response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  return {
    endpoint: receiver.url,
    text: () => receiver.received.map(({ body }) => body).join('\n'),
    spans: () => receiver.received.flatMap(spansIn),
    close: receiver.close,
  };
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

type Raw = Omit<ArrivedSpan, 'attributes' | 'links' | 'duration_ms'> & {
  attributes?: Attribute[];
  links?: ArrivedSpan['links'];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};

interface Sent {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Raw[] }[] }[];
}

const plain = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansIn({ headers, body }: Received): ArrivedSpan[] {
  if (headers['content-type'] !== 'application/json') throw new Error(`traces came as ${headers['content-type']}`);
  const { resourceSpans } = JSON.parse(body) as Sent;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    if (plain(resource.attributes)['service.name'] === undefined) throw new Error('traces came from nobody');
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, links = [], startTimeUnixNano, endTimeUnixNano, ...span }) => ({
        ...span,
        attributes: plain(attributes),
        links,
        duration_ms: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
      })),
    );
  });
}
