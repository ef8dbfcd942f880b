import { problems } from '#contract/problem.ts';

const extensions = ['mp3', 'wav', 'ogg', 'm4a', 'webm'];
const mimeTypes = [
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/x-wav',
  'audio/wave',
  'audio/ogg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/m4a',
  'audio/webm',
  'video/webm',
];

/** What the file picker offers (spec §5, 'Audio file'). */
export const pickerTypes = [...extensions.map((extension) => `.${extension}`), ...mimeTypes].join(',');

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
  if (!isSilent && !says.includes(true)) return problems.audio_not_recognised[1];
  return file.size > mostBytes ? problems.audio_too_large[1] : null;
}

/** Whether the duration that the server measured is one that may be played. */
export function isTooLong(seconds: number): boolean {
  return seconds > mostSeconds;
}

/** KB below 1024 KB, otherwise MB, one decimal (spec §2). */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** What a screen reader hears of an upload: its start and every quarter, so that it is not interrupted all the time. */
export function uploadAnnouncement(share: number): string {
  if (share >= 1) return 'Please wait while we process your file';
  const quarter = Math.floor(share * 4) * 25;
  return quarter === 0 ? 'Uploading audio...' : `Uploading audio... ${quarter} %`;
}
