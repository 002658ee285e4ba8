import type { Deliverer } from './deliver-messages.ts';
import * as start from './start-push.ts';

/** Sends push messages in the background. */
export const startPush = (by: Deliverer): { stop(): Promise<void> } => start.startPush(by);
