/**
 * Keeps the page when a file is dropped beside the place that takes files: the browser would open the file instead, and
 * what was typed would be lost. A part that takes files has prevented the default before.
 */
export function keepPageOnDrop(): void {
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(type, (event) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      // The pointer shows that nothing takes the file here.
      event.dataTransfer.dropEffect = 'none';
    });
}
