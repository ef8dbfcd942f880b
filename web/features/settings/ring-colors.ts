/** The two lights of a card's ring, as '#rrggbb', in the order in which its cone has them. */
export function ringColors({ cone, ring }: { cone: string; ring: string }): [first: string, second: string] {
  const lights = new Set(cone.match(/#[0-9a-f]{6}/gi)?.filter((color) => color !== ring));
  const [first = ring, second = first] = lights;
  return [first, second];
}
