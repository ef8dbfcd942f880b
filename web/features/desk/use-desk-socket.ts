import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AlertDesk } from '#contract/alerts.ts';
import { bundled } from '#web/lib/bundled.ts';
import { queryKeys } from '#web/lib/query.ts';
import { readAfterChange } from '#web/lib/read-after-change.ts';
import { openDeskSocket } from '#web/lib/socket.ts';

/** Keeps the desk's cache fresh over a socket of its own; true while that is open. A cut is looked into at once. */
export function useDeskSocket(token: string): boolean {
  const queries = useQueryClient();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    const readAgain = bundled(() => readAfterChange(queries, queryKeys.desk));
    const handleConnected = (now: boolean) => {
      setConnected(now);
      readAgain();
    };
    const socket = openDeskSocket(token, handleConnected, {
      alerts_changed: readAgain,
      sound_changed: readAgain,
      overlay_state: (overlay) => {
        queries.setQueryData<AlertDesk>(queryKeys.desk, (desk) => desk && { ...desk, overlay });
        // What is being read may be of before, and would bring that back.
        if (queries.isFetching({ queryKey: queryKeys.desk }) > 0) readAgain();
      },
    });
    return () => socket.close();
  }, [token, queries]);
  return connected;
}
