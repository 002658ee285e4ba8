import type { Config } from '../config/config.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** As it is configured; what makes traces is loaded only where they are wanted. */
export async function openTelemetry({ slow_statement_ms, traces }: Config, log: Log): Promise<Telemetry> {
  if (traces === undefined) return createTelemetry({ log, slow_statement_ms });
  const { startTraces } = await import('./traces.ts');
  return createTelemetry({ log, slow_statement_ms, traces: startTraces({ ...traces, log }) });
}
