import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { sentenceOf } from './core/sentence.ts';
import { serviceStopsWithin_ms } from './core/stopping-times.ts';
import { loadConfig } from './platform/config/config.ts';

/** The process: its settings, its signals, and its end. */

/** Until the settings are read, and say how long it may take. */
let stops_within_ms = 30_000;

async function main(): Promise<void> {
  // On a small machine what is free is for the database: the collector comes when the heap is half as large again, not three times as large.
  setFlagsFromString('--heap-growing-percent=50');
  // From the first moment, so that a service that is stopped during its start does not leave its database running.
  const told = toldToStop();
  const config = loadConfig(process.env);
  stops_within_ms = serviceStopsWithin_ms(config);
  // Half of a start is compiling the modules that were compiled for the last one.
  enableCompileCache(join(config.data_dir, 'cache'));
  const { serve } = await import('./serve.ts');
  await serve(config, told);
}

/** Resolves with the signal that stops the service. */
function toldToStop(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: string) => {
      // Last resort, should a request or the database never end; what was acknowledged is durable either way.
      const within_ms = stops_within_ms;
      setTimeout(() => {
        process.stderr.write(`Tillhouse did not stop within ${within_ms / 1_000} s, and is ended\n`);
        process.exit(1);
      }, within_ms).unref();
      resolve(signal);
    };
    process.on('uncaughtException', (error) => {
      // A bug, after which the state is unknown: the service stops orderly, so that its supervisor can restart it.
      process.stderr.write(
        `Tillhouse stops because of an internal error: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      process.exitCode = 1;
      stop('uncaughtException');
    });
    // Not just once: Ctrl-C under npm comes twice, and the second one would end the process on the spot.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
  });
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    // The one who starts it reads this.
    process.stderr.write(`Tillhouse cannot run: ${sentenceOf(error)}\n`);
    process.exit(1);
  },
);
