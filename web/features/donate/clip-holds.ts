/** Why a donation is not created yet: it would go without the clip that the donor is about to add. */
export const clipHolds = {
  sending: 'Your audio is still uploading. Please wait a moment, or cancel the upload.',
  recording: 'Your recording is not added yet. Please use or discard it first.',
} as const;
