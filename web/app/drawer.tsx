import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { SidebarContent } from './sidebar.tsx';

/** The sidebar below 1024 px: slides over the page; Escape, the scrim and the button close it. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    closeButton.current?.focus();
    return () => {
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [onClose]);
  return (
    <>
      <button type="button" className="scrim" aria-label="Close menu" tabIndex={-1} onClick={onClose} />
      <div className="drawer" role="dialog" aria-modal="true" aria-label="Menu">
        <button
          ref={closeButton}
          type="button"
          className="btn icon quiet close"
          aria-label="Close menu"
          onClick={onClose}
        >
          <X className="i" />
        </button>
        <SidebarContent />
      </div>
    </>
  );
}
