/** Counts the turns of the event loop until it is stopped. Callbacks of a turn that are scheduled later see its number. */
export function countTurns(): { current(): number; stop(): void } {
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  return {
    current: () => turn,
    stop() {
      isCounting = false;
    },
  };
}
