const colors = [
  '#e84a5f',
  '#118ab2',
  '#ff924c',
  '#8ac926',
  '#6a4c93',
  '#ffd166',
  '#06d6a0',
  '#2b2d42',
  '#f8f9fa',
];
const columns = 20;
const rows = 9;
const cell = 32;

/** A picture with everything in it: many small shapes in loud colours. The same each time. */
export function BusyPicture() {
  const cells = Array.from({ length: columns * rows }, (_, index) => index);
  return (
    <svg
      className="picture"
      viewBox={`0 0 ${columns * cell} ${rows * cell}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {cells.map((index) => (
        <Shape key={index} index={index} />
      ))}
    </svg>
  );
}

function Shape({ index }: { index: number }) {
  // Scatters neighbours without being random: the upper bits of a product with the golden ratio.
  const scattered = Math.imul(index + 1, 0x9e3779b1) >>> 20;
  const x = (index % columns) * cell;
  const y = Math.floor(index / columns) * cell;
  const fill = colors[scattered % colors.length];
  return scattered % 2 === 0 ? (
    <rect x={x} y={y} width={cell * (1 + (scattered % 3 === 0 ? 1 : 0))} height={cell} fill={fill} />
  ) : (
    <circle cx={x + cell / 2} cy={y + cell / 2} r={10 + (scattered % 14)} fill={fill} />
  );
}
