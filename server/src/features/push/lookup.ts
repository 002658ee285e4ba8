import type { Deliverer } from './deliver-messages.ts';
import * as start from './start-push.ts';

/** Tells devices what their people want to hear of, in the background. */
export const startPush = (by: Deliverer): { stop(): Promise<void> } => start.startPush(by);
