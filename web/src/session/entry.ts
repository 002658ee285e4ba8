import { queries } from '../queries.ts';
import { recall } from '../ui/memory.ts';
import { onSessionEnd, resume } from './api.ts';

let isSignedIn = false;
let onLeave: () => void = () => undefined;

/** Told when somebody has left, by themselves or because their session has ended. */
export function whenLeft(listener: () => void): void {
  onLeave = listener;
}

/** Until they leave. */
export function enter(): void {
  isSignedIn = true;
}

/** Whether somebody is signed in here, or can go on with the session of before. */
export async function isInside(): Promise<boolean> {
  isSignedIn ||= recall('signed-in') !== undefined && (await resume());
  return isSignedIn;
}

export function leave(): void {
  if (!isSignedIn) return;
  isSignedIn = false;
  queries.clear();
  onLeave();
}

onSessionEnd(leave);
