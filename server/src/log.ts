import { pino } from 'pino';

interface Entry {
  time: string;
  level: number;
  msg: string;
  err?: { message: string; stack: string };
  [field: string]: unknown;
}

const error = 50;

/** One JSON object a line, for programs; sentences where a person looks on. */
export function createLog(
  level: string,
  out: NodeJS.WriteStream = process.stdout,
  always: Record<string, unknown> | null = null,
): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: always,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutData },
  };
  // Left to itself pino writes to the file behind it, which is faster, and outlives a reader that goes away.
  if (!out.isTTY) return out === process.stdout ? pino(options) : pino(options, out);
  // A terminal may be closed while we speak; stopping, which follows, must not fail for that.
  out.on('error', () => undefined);
  return pino(
    options,
    forPeople((text) => out.write(text)),
  );
}

/** Fields in which PostgreSQL quotes rows, parameters and statements, and in which its driver has a password. */
const quoting = new Set(['client', 'detail', 'where', 'hint', 'internalQuery', 'query', 'parameters', 'values']);

/** An error without quoted data: PostgreSQL's messages contain values that must not be logged. */
function withoutData(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { raw: _, aggregateErrors: __, ...shown } = pino.stdSerializers.err(thrown);
  const kept = Object.fromEntries(Object.entries(shown).filter(([name]) => !quoting.has(name)));
  for (const [quoted, plain] of quotesOf(thrown)) {
    kept.message = String(kept.message).replaceAll(quoted, plain);
    kept.stack = String(kept.stack).replaceAll(quoted, plain);
  }
  return thrown instanceof AggregateError ? { ...kept, errors: thrown.errors.map(withoutData) } : kept;
}

/** Messages that contain a value (class 22 of PostgreSQL's codes), and their texts without it. */
function quotesOf(error: Error): [quoted: string, plain: string][] {
  const chain: Error[] = [];
  for (let at: unknown = error; at instanceof Error && !chain.includes(at); at = at.cause) chain.push(at);
  return chain
    .filter((one) => 'code' in one && String(one.code).startsWith('22'))
    .map(({ message }) => [message, message.replace(/".*"/s, '"…"')]);
}

/** Takes the log's lines of JSON and writes them for a person at a terminal: when, what, and about what. */
function forPeople(write: (text: string) => void): { write(line: string): void } {
  return {
    write(line) {
      const { time, level, msg, err, request_id, ...fields } = JSON.parse(line) as Entry;
      const about = Object.entries(level >= error ? { request_id, ...fields } : fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const cause = err === undefined ? '' : `: ${level >= error ? err.stack : err.message}`;
      write(`${plain(`${time.slice(11, 19)} ${msg}${about.join('')}${cause}`)}\n`);
    },
  };
}

/** Removes control characters, so that input of clients cannot control the terminal. */
const plain = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '?');
