import { toast, type ToastOptions } from 'react-hot-toast/headless';

/** Toast durations in milliseconds (spec §9). Loading toasts stay until they are replaced. */
export const toastDurations = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Number.POSITIVE_INFINITY,
  custom: 4000,
} as const;

/** In the donation flow every toast stays 4 seconds (spec §9). */
export const donationToastMs = 4000;

/** At most this many toasts are shown at once (spec §9). */
export const toastLimit = 20;

/** For a toast that is only seen: who hears the page is told otherwise, as by a heading that takes the focus. */
export const unspoken: ToastOptions = { ariaProps: { role: 'status', 'aria-live': 'off' } };

/** Says something in a toast; the page's `Toaster` renders it. */
export { toast };
