import type { Customization } from '#contract/style.ts';
import { defaultCustomization } from '#web/ui/card-style.ts';

/** The sample donation of the landing page (spec §9: 0.1 SOL); its message is a text. */
export const sampleDonation = { donatorName: 'foxglove', amount: 0.1, mediaDuration: 4 };

/** How the sample card is painted; the same values stand in `stream-picture.css`, for as long as no script has run. */
export const sampleCustomization: Customization = { ...defaultCustomization, gradientType: 'subtle' };
