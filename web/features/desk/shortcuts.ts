import { texts } from '#web/texts/texts.ts';

/** What a key does at the desk. */
export type Shortcut = 'pause' | 'next' | 'skip' | 'replay' | 'mute' | 'test';

/** The keys by the names that `aria-keyshortcuts` takes. */
export const shortcutKeys: Record<Shortcut, string> = {
  pause: 'Space',
  next: 'N',
  skip: 'S',
  replay: 'R',
  mute: 'M',
  test: 'T',
};

/** The key of a shortcut as it stands in titles. */
export function shortcutName(shortcut: Shortcut): string {
  return shortcut === 'pause' ? texts('desk').spaceKey : shortcutKeys[shortcut];
}

interface Pressed {
  key: string;
  repeat: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  defaultPrevented: boolean;
  target: unknown;
}

/**
 * The shortcut behind a key press, or null.
 *
 * None while somebody types or a dialog is open, none with Ctrl, Alt or the like, none by holding a key down. The space
 * bar belongs to whatever control has the focus.
 */
export function shortcutOf(event: Pressed): Shortcut | null {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return null;
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const found = Object.entries(shortcutKeys).find(([, name]) => name.toLowerCase() === key);
  if (found === undefined) return null;
  const shortcut = found[0] as Shortcut;
  return isWithin(event.target, shortcut === 'pause' ? typingOrControl : typing) ? null : shortcut;
}

const typing = 'input:not([type=range]), textarea, select, [contenteditable], dialog, [role=dialog]';
const typingOrControl = `${typing}, button, a, summary, input, [role=slider]`;

function isWithin(target: unknown, selector: string): boolean {
  const element = target as { closest?: (selector: string) => unknown } | null;
  return typeof element?.closest === 'function' && element.closest(selector) !== null;
}
