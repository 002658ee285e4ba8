import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { serviceStopsWithin_ms } from '../core/concurrency/stopping-times.ts';
import { sentenceOf } from '../core/sentence.ts';
import { loadConfig } from '../platform/config/config.ts';

/** The process: its settings, its signals, and its end. */

/** Replaced by the configured time as soon as the settings are read. */
let stops_within_ms = 30_000;

async function main(): Promise<void> {
  // Signals are handled from the first moment, so that a service stopped during its start does not leave its database running.
  const signal = waitForStopSignal();
  const config = loadConfig(process.env);
  stops_within_ms = serviceStopsWithin_ms(config);
  // Half of a start is compiling. The cache has the modules that the last start compiled. Each set of flags of V8 has a
  // cache of its own, so this one is enabled before a flag is set, as in start.js.
  enableCompileCache(join(config.data_dir, 'cache'));
  // The heap grows by less than a third before V8 collects garbage, not to three times its size: a small machine needs
  // its memory for the database. With half, the worst attacks used 20 MiB more than with a fifth, at which 32 tills
  // sold 6 % less.
  setFlagsFromString('--heap-growing-percent=30');
  const { serve } = await import('./serve.ts');
  await serve(config, signal);
}

/** Resolves with the signal that stops the service. */
function waitForStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: string) => {
      // The last resort if a request or the database does not end. Acknowledged changes are durable in any case.
      const within_ms = stops_within_ms;
      setTimeout(() => {
        process.stderr.write(`Tillhouse did not stop within ${within_ms / 1_000} s, and is ended\n`);
        process.exit(1);
      }, within_ms).unref();
      resolve(signal);
    };
    process.on('uncaughtException', (error) => {
      // The state after a bug is unknown. The service stops in order, so that its supervisor can restart it.
      process.stderr.write(
        `Tillhouse stops because of an internal error: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      process.exitCode = 1;
      stop('uncaughtException');
    });
    // Not once(): Ctrl-C under npm sends the signal twice, and the second one would end the process at once.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
  });
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    // For the operator at the terminal.
    process.stderr.write(`Tillhouse cannot run: ${sentenceOf(error)}\n`);
    process.exit(1);
  },
);
