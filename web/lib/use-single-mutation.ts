import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A call of which each counts, made by a press: `start` does nothing while one is under way. A second press can come before
 * the button is drawn as busy.
 */
export function useSingleMutation<Reply>(options: UseMutationOptions<Reply>): {
  isPending: boolean;
  start: () => void;
} {
  const { mutate, isPending } = useMutation(options);
  const isRunning = useRef(false);
  const start = () => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(undefined, {
      onSettled: () => {
        isRunning.current = false;
      },
    });
  };
  return { isPending, start };
}
