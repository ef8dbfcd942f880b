import { usePlace } from '#web/lib/place.ts';
import type { UploadedAudio } from '#web/lib/upload.ts';

/** What the form hands on to the donation's page beside its address; kept in the tab's history, so a reload has it too. */
export interface DonationVisit {
  clip: UploadedAudio | null;
}

/** What came along from the form; null for somebody who opened the address by itself. */
export function useDonationVisit(): DonationVisit | null {
  return usePlace().state as DonationVisit | null;
}
