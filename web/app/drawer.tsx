import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { texts } from '#web/texts/texts.ts';
import { useModal } from '#web/ui/modal.ts';
import { SidebarContent } from './sidebar.tsx';

/** From this width on the sidebar stands beside the page (spec §9). */
const sidebarFits = '(min-width: 1024px)';

/**
 * The sidebar below 1024 px: slides over the page, which is out of reach meanwhile. Escape, the scrim, the button and a
 * wider window close it; the focus then returns to where it was.
 */
export function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useModal();
  const words = texts('common').shell;
  useEffect(() => {
    const width = matchMedia(sidebarFits);
    const handleWidth = () => {
      if (width.matches) onClose();
    };
    width.addEventListener('change', handleWidth);
    return () => width.removeEventListener('change', handleWidth);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      className="drawer-layer"
      aria-label={words.menu}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="scrim" onClick={onClose} />
      <div className="drawer">
        <button type="button" className="btn icon quiet close" aria-label={words.closeMenu} onClick={onClose}>
          <X className="i" />
        </button>
        <SidebarContent />
      </div>
    </dialog>
  );
}
