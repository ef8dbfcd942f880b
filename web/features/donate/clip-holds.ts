/** Why a donation is not created yet: it would go without the clip that the donor is about to add. */
export type ClipHold = 'sending' | 'recording';
