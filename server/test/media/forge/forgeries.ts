import type { Forgery } from './forgery.ts';
import { mp3Forgeries } from './mp3-forgeries.ts';
import { mp4Forgeries } from './mp4-forgeries.ts';
import { oggForgeries } from './ogg-forgeries.ts';
import { wavForgeries } from './wav-forgeries.ts';
import { webmForgeries } from './webm-forgeries.ts';

/** Every file of the corpus that is made out of another one, by name. */
export const forgeries: Record<string, Forgery> = {
  ...mp3Forgeries,
  ...wavForgeries,
  ...oggForgeries,
  ...mp4Forgeries,
  ...webmForgeries,
};
