import type { Benchmark } from '../benchmark.ts';
import { databaseProcesses, shareOfMemory } from '../setup/memory.ts';
import { openService } from '../setup/service.ts';

/** A service with an existing database that is started again and gets no requests. */
export const idle: Benchmark = {
  name: 'idle',
  title: 'An idle service with its database, started for the second time',
  measures: [
    { name: 'idle-memory', title: 'Memory of the service and of its database', unit: 'MiB', at_most: 143 },
    { name: 'idle-ready', title: 'Time from the start until ready', unit: 's', at_most: 2 },
  ],
  async open({ scale }) {
    const service = await openService();
    await service.openShops(1, Math.max(40, Math.round(1_000 * scale)));
    let parts = '';
    return {
      async measureService() {
        await service.testBed.service().stop();
        const since = performance.now();
        await service.testBed.restart();
        const ready_s = (performance.now() - since) / 1_000;
        await new Promise((resolve) => setTimeout(resolve, 3_000 * scale));
        const own = await shareOfMemory([service.testBed.service().process.pid]);
        const database = await shareOfMemory(await databaseProcesses(service));
        parts = `the service ${own.toFixed(0)} MiB, its database ${database.toFixed(0)} MiB; shared pages are counted once; 143 MiB are 150 MB`;
        return { 'idle-memory': own + database, 'idle-ready': ready_s };
      },
      notes: () => [parts],
      close: () => service.close(),
    };
  },
};
