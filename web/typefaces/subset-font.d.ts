/** As much of its interface as is used here; it brings no types, and those on the registry are of an older version. */
declare module 'subset-font' {
  interface Cut {
    targetFormat: 'woff2';
    /** Then no letters may be named. */
    keepAllGlyphs: boolean;
    variationAxes: Record<string, { min: number; max: number }>;
    keepFeatures: string[];
    preserveNameIds: number[];
  }
  export default function subsetFont(font: Buffer, letters: string, cut: Cut): Promise<Buffer>;
}
