/** Quiet zone around the code, in modules (spec §7). */
export const qrMargin = 2;

/** The dark modules as one SVG path in units of a module, each row's runs joined; shifted by the margin. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules.map((row, y) => rowPath(row, y + qrMargin)).join('');
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  let x = 0;
  while (x < row.length) {
    const start = x;
    while (row[x] === true) x++;
    if (x > start) path += `M${start + qrMargin} ${y}h${x - start}v1h-${x - start}z`;
    else x++;
  }
  return path;
}
