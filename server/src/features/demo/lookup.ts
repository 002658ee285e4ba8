import * as loading from './load-demo.ts';

/** What other parts may ask this one. */

/** Enters the histories of demo shops. */
export const demoJob = (...given: Parameters<typeof loading.demoJob>): ReturnType<typeof loading.demoJob> => loading.demoJob(...given);
