import { useState } from 'react';
import type { DeskRole } from '#contract/alerts.ts';
import { browserStorage } from '#web/lib/guarded-storage.ts';

/** A switch of this browser that is kept until it is moved again. */
export function useKeptSwitch(key: string, byDefault: boolean): [boolean, (on: boolean) => void] {
  const [moved, setMoved] = useState<boolean | null>(() => readSwitch(browserStorage.getItem(key)));
  const move = (on: boolean) => {
    browserStorage.setItem(key, on ? 'on' : 'off');
    setMoved(on);
  };
  return [moved ?? byDefault, move];
}

/** The switch for the sound of new alerts. Silent for whoever may be on air: in OBS the stream would hear it. */
export function useSoundSwitch(role: DeskRole | undefined): [boolean, (on: boolean) => void] {
  return useKeptSwitch('desk-sound', role === 'moderator');
}

function readSwitch(kept: string | null): boolean | null {
  if (kept === 'on') return true;
  return kept === 'off' ? false : null;
}
