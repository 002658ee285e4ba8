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
  if (!out.isTTY) return out === process.stdout ? logTo(options, process.stdout.fd) : pino(options, out);
  // A terminal may be closed while the service writes. The stop that follows must not fail because of that.
  out.on('error', () => undefined);
  return pino(
    options,
    forTerminal((text) => out.write(text)),
  );
}

/** What may wait for a reader of the log, in bytes. Further lines are dropped. */
const unreadAtMost = 4 * 1024 * 1024;
/** How often the end of the process tries to write what waits, a tenth of a second apart. */
const lastTries = 20;

/**
 * Logs to a file descriptor. That is faster than a stream, and does not fail when a reader ends. A reader that stops
 * reading neither fills the memory nor delays the end of the process. When it reads again, it is told how many lines
 * were dropped.
 */
function logTo(options: pino.LoggerOptions, fd: number): pino.Logger {
  let triesLeft = Number.POSITIVE_INFINITY;
  let dropped = 0;
  const output = pino.destination({
    dest: fd,
    sync: false,
    maxLength: unreadAtMost,
    retryEAGAIN: () => triesLeft-- > 0,
  });
  const log = pino(options, output);
  output.on('drop', () => {
    dropped += 1;
  });
  output.on('drain', () => {
    if (dropped === 0) return;
    log.warn({ dropped }, 'lines of the log were dropped, because they were not read in time');
    dropped = 0;
  });
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    triesLeft = lastTries;
    try {
      flush();
    } catch {
      // The rest is not read.
    } finally {
      triesLeft = Number.POSITIVE_INFINITY;
    }
  };
  return log;
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
