import { aReceiver, type Received, type Receiver } from './receiver.ts';

/** A received span: OTLP over HTTP, as JSON. */
export interface ReceivedSpan {
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
  /** All received bodies, as text. */
  text(): string;
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

/** A local collector that receives traces. */
export async function aCollector(): Promise<Collector> {
  const receiver: Receiver = await aReceiver();
  receiver.respondWith((response) => {
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

type Raw = Omit<ReceivedSpan, 'attributes' | 'links' | 'duration_ms'> & {
  attributes?: Attribute[];
  links?: ReceivedSpan['links'];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};

interface TraceBody {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Raw[] }[] }[];
}

const plain = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansIn({ headers, body }: Received): ReceivedSpan[] {
  if (headers['content-type'] !== 'application/json')
    throw new Error(`traces have the content type ${headers['content-type']}`);
  const { resourceSpans } = JSON.parse(body) as TraceBody;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    if (plain(resource.attributes)['service.name'] === undefined) throw new Error('traces have no service.name');
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
