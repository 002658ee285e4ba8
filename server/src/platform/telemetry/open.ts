import type { Config } from '../config/config.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Telemetry as configured. The tracing library is loaded only if it is used. */
export async function openTelemetry({ slow_statement_ms, traces }: Config, log: Log): Promise<Telemetry> {
  if (traces === undefined) return createTelemetry({ log, slow_statement_ms });
  const { startTraces } = await import('./traces.ts');
  return createTelemetry({ log, slow_statement_ms, traces: startTraces({ ...traces, log }) });
}
