/** Has the browser keep a file under a name, as if it had been downloaded. */
export function keepFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken hold of the file once the press is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
