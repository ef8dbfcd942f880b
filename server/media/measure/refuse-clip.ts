import { Problem } from '#contract/problem.ts';

/** Why a clip is not taken, out of the short list that a donor can meet. */
export type ClipRefusal =
  | 'audio_not_recognised'
  | 'audio_too_long'
  | 'audio_too_large'
  | 'audio_unplayable'
  | 'audio_damaged';

/** Stops reading a clip that breaks a rule of its format. Always throws. */
export function refuseClip(code: ClipRefusal): never {
  throw new Problem(code);
}

/** Refuses a clip as damaged unless `isTrue`: for the rules that every honest file keeps. */
export function demand(isTrue: boolean): asserts isTrue {
  if (!isTrue) refuseClip('audio_damaged');
}
