import { texts } from '#web/texts/texts.ts';
import { topModal } from './modal.ts';
import { toast } from './toasts.ts';

/** Copies and says so: the given words, or the spec's general ones. Returns whether it worked. */
export async function copyText(text: string, done = texts('common').copied): Promise<boolean> {
  const copied = await write(text);
  if (copied) toast.success(done);
  else toast.error(texts('common').copyFailed);
  return copied;
}

async function write(text: string): Promise<boolean> {
  try {
    // Plain http on another machine has no clipboard object.
    if ('clipboard' in navigator) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch (error) {
    console.warn('The clipboard refused.', error);
  }
  return copySelection(text);
}

function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr';
  // A modal dialog makes all else inert.
  (topModal() ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  try {
    return document.execCommand('copy');
  } catch (error) {
    console.warn('Nothing could be copied.', error);
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
