/**
 * A file that misses the uploader would otherwise be opened in place of the page, and what was typed would be gone.
 * Returns the end of the guard.
 */
export function keepPageOnDrop(page: Window): () => void {
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
  return () => {
    page.removeEventListener('dragover', refuse);
    page.removeEventListener('drop', refuse);
  };
}

function refuse(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files') !== true) return;
  event.preventDefault();
  const isUploader = event.target instanceof Element && event.target.closest('.drop') !== null;
  if (event.type === 'dragover' && !isUploader) event.dataTransfer.dropEffect = 'none';
}
