/** An address in groups of four, which a person can compare. Copied by hand it has no gaps. */
export function InFours({ text }: { text: string }) {
  const groups = text.match(/.{1,4}/g) ?? [];
  return groups.map((group, place) => (
    <span className="four" key={`${place}${group}`}>
      {group}
    </span>
  ));
}
