/** Saves a file as a download of the browser. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
