/** The widget in the corner of a scene, in lines and the product's colours. */
export function SceneSketch({ label }: { label: string }) {
  return (
    <svg className="dia" viewBox="0 0 256 176" role="img" aria-label={label}>
      <rect
        x="1"
        y="1"
        width="254"
        height="174"
        rx="12"
        fill="var(--surface-2)"
        stroke="var(--line)"
        strokeWidth="1.5"
      />
      <rect
        x="157"
        y="40"
        width="86"
        height="124"
        rx="6"
        fill="none"
        stroke="var(--accent-text)"
        strokeWidth="1.75"
        strokeDasharray="5 4"
      />
      <rect x="165" y="128" width="70" height="28" rx="6" fill="var(--accent)" />
      <rect x="171" y="134" width="16" height="16" rx="4" fill="var(--on-accent)" />
      <rect x="192" y="136" width="36" height="4" rx="2" fill="var(--on-accent)" />
      <rect x="192" y="144" width="26" height="4" rx="2" fill="var(--on-accent)" />
      <text x="200" y="30" textAnchor="middle" fontSize="12" fontWeight="600" fill="var(--text-2)">
        400 x 600
      </text>
      <rect x="16" y="16" width="64" height="44" rx="6" fill="var(--surface-3)" />
    </svg>
  );
}
