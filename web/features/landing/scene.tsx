const trees = [
  { x: 96, y: 450, height: 112 },
  { x: 150, y: 460, height: 80 },
  { x: 830, y: 442, height: 120 },
  { x: 900, y: 452, height: 88 },
  { x: 1010, y: 446, height: 138 },
];
const smallStars =
  'M0 20h0M578 205h0M851 19h0M1055 75h0M1003 192h0M737 119h0M221 66h0M416 136h0M92 215h0M50 166h0M656 81h0M426 74h0M660 85h0M191 144h0M742 230h0M1101 142h0M987 237h0M867 23h0M636 118h0M215 159h0M1067 155h0M919 133h0M933 1h0M681 219h0';
const bigStars =
  'M65 254h0M902 62h0M259 87h0M152 123h0M685 117h0M508 137h0M1026 134h0M735 131h0M857 188h0M740 32h0';

/** The picture of a game at dusk with the streamer's camera in its corner, decoration only. */
export function Scene() {
  return (
    <svg viewBox="0 0 1120 630" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="1120" height="630" fill="#17322f" />
      <rect width="1120" height="330" fill="#122826" />
      <g stroke="#f6e7b8" strokeLinecap="round">
        <path d={smallStars} strokeWidth="2.4" opacity="0.55" />
        <path d={bigStars} strokeWidth="4" opacity="0.4" />
      </g>
      <circle cx="560" cy="300" r="118" fill="#f2b35e" />
      <path d="M442 300a118 118 0 0 1 236 0z" fill="#f7cf86" />
      <path d="M0 360l150-110 120 80 140-120 170 130 150-90 170 110 120-70 100 60v280H0z" fill="#1f4a43" />
      <path d="M0 440q140-80 280-30t300-20 260 0 280-20v260H0z" fill="#173a34" />
      {trees.map(({ x, y, height }) => (
        <g key={x} fill="#10302b">
          <rect x={x - 3} y={y - height * 0.6} width="6" height={height * 0.6} />
          <path
            d={`M${x - height * 0.3} ${y - height * 0.2}l${height * 0.3} -${height * 0.8}l${height * 0.3} ${height * 0.8}z`}
          />
        </g>
      ))}
      <path d="M0 520h250v-36h150v36h190v-60h170v60h360v110H0z" fill="#0d211e" />
      <path d="M0 520h250v-36h150v36h190v-60h170v60h360" fill="none" stroke="#4b8f5b" strokeWidth="8" />
      <g fill="#f2b35e">
        <circle cx="290" cy="446" r="10" />
        <circle cx="326" cy="446" r="10" />
        <circle cx="362" cy="446" r="10" />
      </g>
      <g transform="translate(470 460)">
        <rect width="40" height="56" rx="12" fill="#f3f5ef" />
        <rect x="8" y="14" width="26" height="12" rx="6" fill="#0d211e" />
        <path d="M4 52h12v8H4zM24 52h12v8H24z" fill="#f3f5ef" />
      </g>
      <Camera />
    </svg>
  );
}

function Camera() {
  return (
    <g>
      <rect x="34" y="34" width="252" height="160" rx="14" fill="#263a4a" />
      <path d="M34 150h252v30a14 14 0 0 1-14 14H48a14 14 0 0 1-14-14z" fill="#1b2a37" />
      <path d="M104 194c0-42 24-58 56-58s56 16 56 58z" fill="#e26d5a" />
      <circle cx="160" cy="104" r="34" fill="#f1c9a5" />
      <path
        d="M124 106c-4-34 14-50 36-50s42 16 36 50c-6-14-14-24-20-26-14 8-36 8-46 6-4 6-6 12-6 20z"
        fill="#3b2a2a"
      />
      <path d="M122 110c0-40 76-40 76 0" fill="none" stroke="#11171c" strokeWidth="7" />
      <rect x="114" y="100" width="14" height="26" rx="7" fill="#11171c" />
      <rect x="192" y="100" width="14" height="26" rx="7" fill="#11171c" />
    </g>
  );
}
