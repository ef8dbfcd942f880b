import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';

const clipName = /^[a-z2-7]{26}\.(?:mp3|wav|ogg|m4a|webm)$/;
const randomLength = 16;

/** A name that nobody can guess: 128 random bits. Knowing it is the right to hear the clip. */
export function newClipName(extension: string): string {
  return `${base32nopad.encode(randomBytes(randomLength)).toLowerCase()}.${extension}`;
}

/** Whether a text could be the name of a clip; nothing else ever reaches a file system or a store. */
export function isClipName(text: string): boolean {
  return clipName.test(text);
}
