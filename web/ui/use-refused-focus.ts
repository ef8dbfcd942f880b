import { type RefObject, useEffect, useRef } from 'react';
import { focusFirstError } from '#web/lib/focus-first-error.ts';

/** Puts the focus into the first refused field whenever a form has been refused anew, also by the server's late answer. */
export function useRefusedFocus(errors: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current !== null && Object.keys(errors).length > 0) focusFirstError(form.current);
  }, [errors]);
  return form;
}
