import { useLayoutEffect, useRef } from 'react';
import { texts } from '#web/texts/texts.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/**
 * Saves a part of the settings by itself. Goes once it is saved, while its button is disabled and nothing has the focus: the
 * section takes it then.
 */
export function SavePart({ busy, label }: { busy: boolean; label: string }) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const section = row.current?.closest('section');
    return () => {
      if (document.activeElement === document.body) section?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="row wrapx" ref={row}>
      <SubmitButton
        busy={busy}
        label={label}
        busyLabel={texts('settings').saving}
        look="secondary"
        className="small"
      />
      <strong className="small muted" role="status">
        {texts('common').unsaved}
      </strong>
    </div>
  );
}
