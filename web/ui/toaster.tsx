import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { createPortal } from 'react-dom';
import { type Toast, useToaster } from 'react-hot-toast/headless';
import { useTopModal } from './modal.ts';
import { donationToastMs, toastDurations, toastLimit } from './toasts.ts';

/**
 * Renders the toasts with our own CSS: the library's own rendering injects style sheets, which the CSP forbids. While a
 * modal dialog is open they stand in it.
 */
export function Toaster({ place }: { place: 'top-center' | 'top-right' }) {
  const options = place === 'top-right' ? donationOptions : generalOptions;
  const { toasts, handlers } = useToaster(options);
  const modal = useTopModal();
  const shown = (
    <div
      className={`toaster ${place}`}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      role="presentation"
    >
      {toasts
        .filter((toast) => toast.visible)
        .slice(0, toastLimit)
        .map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
    </div>
  );
  return modal === null ? shown : createPortal(shown, modal);
}

const generalOptions = Object.fromEntries(
  Object.entries(toastDurations).map(([type, duration]) => [type, { duration }]),
);
const donationOptions = {
  duration: donationToastMs,
  error: { duration: donationToastMs },
  success: { duration: donationToastMs },
};

function ToastLine({ toast }: { toast: Toast }) {
  const bad = toast.type === 'error';
  // The role says how it is spoken, unless it is not to be: an alert is announced whatever else it says of itself.
  const isMute = toast.ariaProps['aria-live'] === 'off';
  return (
    <div
      className={`toast ${bad ? 'bad' : 'good'}`}
      role={bad && !isMute ? 'alert' : 'status'}
      aria-live={isMute ? 'off' : undefined}
    >
      {toast.type === 'error' && <TriangleAlert className="i" />}
      {toast.type === 'success' && <Check className="i" />}
      <span>{typeof toast.message === 'function' ? toast.message(toast) : toast.message}</span>
    </div>
  );
}
