import { pino } from 'pino';

interface Entry {
  time: string;
  level: number;
  msg: string;
  err?: { message: string; stack: string };
  [field: string]: unknown;
}

const error_level = 50;

/** Logs one JSON object a line; at a terminal, plain text. */
export function createLog(
  level: string,
  out: NodeJS.WriteStream = process.stdout,
  base: Record<string, unknown> | null = null,
): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutData },
  };
  // Without a stream, pino writes to the file descriptor. That is faster, and does not fail when a reader ends.
  if (!out.isTTY) return out === process.stdout ? pino(options) : pino(options, out);
  // A terminal may be closed while the service writes. The stop that follows must not fail because of that.
  out.on('error', () => undefined);
  return pino(
    options,
    forTerminal((text) => out.write(text)),
  );
}

/** Fields in which PostgreSQL quotes rows, parameters and statements, and in which its driver has a password. */
const fieldsWithData = new Set(['client', 'detail', 'where', 'hint', 'internalQuery', 'query', 'parameters', 'values']);

/** An error without quoted data: PostgreSQL's messages contain values that must not be logged. */
function withoutData(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { raw: _, aggregateErrors: __, ...shown } = pino.stdSerializers.err(thrown);
  const kept = Object.fromEntries(Object.entries(shown).filter(([name]) => !fieldsWithData.has(name)));
  for (const [message, plain] of messagesWithData(thrown)) {
    kept.message = String(kept.message).replaceAll(message, plain);
    kept.stack = String(kept.stack).replaceAll(message, plain);
  }
  return thrown instanceof AggregateError ? { ...kept, errors: thrown.errors.map(withoutData) } : kept;
}

/** Messages that contain a value (class 22 of PostgreSQL's codes), and their texts without it. */
function messagesWithData(error: Error): [message: string, plain: string][] {
  const chain: Error[] = [];
  for (let at: unknown = error; at instanceof Error && !chain.includes(at); at = at.cause) chain.push(at);
  return chain
    .filter((one) => 'code' in one && String(one.code).startsWith('22'))
    .map(({ message }) => [message, message.replace(/".*"/s, '"…"')]);
}

/** Converts the log's lines of JSON to plain text for a terminal: time, message and fields. */
function forTerminal(write: (text: string) => void): { write(line: string): void } {
  return {
    write(line) {
      const { time, level, msg, err, request_id, ...fields } = JSON.parse(line) as Entry;
      const details = Object.entries(level >= error_level ? { request_id, ...fields } : fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const cause = err === undefined ? '' : `: ${level >= error_level ? err.stack : err.message}`;
      write(`${plain(`${time.slice(11, 19)} ${msg}${details.join('')}${cause}`)}\n`);
    },
  };
}

/** Removes control characters, so that input of clients cannot control the terminal. */
const plain = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '?');
