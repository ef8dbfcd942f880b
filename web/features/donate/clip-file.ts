import { texts } from '#web/texts/texts.ts';
import { extensions, mimeTypes } from './clip-types.ts';
import { problemWords } from './problem-words.ts';

export { pickerTypes } from './clip-types.ts';

const mostBytes = 5 * 1024 * 1024;
/** Honest files of 15 s measure up to 15.05 s; the server's limit has the same tolerance. */
const mostSeconds = 15.12;

/**
 * Why a file need not be sent at all, in words, or null.
 * Phones hand over files without a name's end or a type; those go to the server, which looks at the content anyway.
 */
export function fileRefusal(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const extension = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase();
  const type = file.type.split(';')[0] ?? '';
  const says = [extension !== undefined && extensions.includes(extension), mimeTypes.includes(type)];
  const isSilent = extension === undefined && type === '';
  if (!isSilent && !says.includes(true)) return problemWords('audio_not_recognised');
  return file.size > mostBytes ? problemWords('audio_too_large') : null;
}

/** Whether the duration that the server measured is one that may be played. */
export function isTooLong(seconds: number): boolean {
  return seconds > mostSeconds;
}

/** KB below 1024 KB, otherwise MB, one decimal (spec §2). */
export function sizeText(bytes: number): string {
  const { size } = texts('donate').clip;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return size.kilobytes(kilobytes.toFixed(1));
  return size.megabytes((kilobytes / 1024).toFixed(1));
}

/** What a screen reader hears of an upload: its start and every quarter, so that it is not interrupted all the time. */
export function uploadAnnouncement(share: number): string {
  const { clip } = texts('donate');
  if (share >= 1) return clip.processing;
  const quarter = Math.floor(share * 4) * 25;
  return quarter === 0 ? clip.uploading : clip.uploaded(quarter);
}
