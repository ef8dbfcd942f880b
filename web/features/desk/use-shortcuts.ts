import { type RefObject, useEffect, useEffectEvent } from 'react';
import { canReplayLast } from './can-replay.ts';
import { nextToPlay } from './desk-changes.ts';
import { useDesk } from './desk-provider.tsx';
import { type Shortcut, shortcutOf } from './shortcuts.ts';

/** The desk's keys: anywhere on the page, or only while the focus is inside of `within`. */
export function useShortcuts(enabled: boolean, within?: RefObject<HTMLElement | null>): void {
  const { desk, actions } = useDesk();
  const act = useEffectEvent((shortcut: Shortcut) => {
    if (desk === undefined) return;
    if (shortcut === 'pause') actions.pause(!desk.isPaused);
    const next = nextToPlay(desk);
    if (shortcut === 'next' && next !== null) actions.playNext(next.id);
    if (shortcut === 'skip' && desk.now !== null) actions.skip(desk.now.id);
    if (shortcut === 'replay' && canReplayLast(desk)) actions.replay();
    if (shortcut === 'mute') void actions.changeSound({ isMuted: !desk.sound.isMuted });
    if (shortcut === 'test') actions.test();
  });

  useEffect(() => {
    if (!enabled) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (within !== undefined && within.current?.contains(document.activeElement) !== true) return;
      const shortcut = shortcutOf(event);
      if (shortcut === null) return;
      event.preventDefault();
      act(shortcut);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [enabled, within]);
}
