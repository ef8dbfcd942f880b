/** For each pixel (red, green, blue, alpha) the place of the colour in the palette that is nearest to it. */
export function nearestColors(rgba: readonly number[], palette: Uint8Array): Uint8Array {
  const known = new Map<number, number>();
  return Uint8Array.from({ length: rgba.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = rgba.slice(pixel * 4, pixel * 4 + 3);
    const key = red * 65_536 + green * 256 + blue;
    const place = known.get(key) ?? nearest([red, green, blue], palette);
    known.set(key, place);
    return place;
  });
}

function nearest(color: readonly number[], palette: Uint8Array): number {
  const distance = (place: number): number =>
    color.reduce((sum, value, channel) => sum + (value - (palette[place * 3 + channel] ?? 0)) ** 2, 0);
  let best = 0;
  for (let place = 1; place < palette.length / 3; place += 1)
    if (distance(place) < distance(best)) best = place;
  return best;
}
