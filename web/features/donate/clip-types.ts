/** The ends of names that an audio clip may have (spec §5, 'Audio file'). */
export const extensions = ['mp3', 'wav', 'ogg', 'm4a', 'webm'];

/** The types that browsers give such files. */
export const mimeTypes = [
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
