import './stream-picture.css';
import { AlertCard } from '#web/ui/alert-card.tsx';
import { defaultCustomization } from '#web/ui/card-style.ts';

const sample = {
  donatorName: 'foxglove',
  amount: 0.1,
  message: 'That jump! The whole train car is staring at me now.',
  mediaDuration: null,
};
const trees = [
  { x: 96, y: 450, height: 112 },
  { x: 150, y: 460, height: 80 },
  { x: 830, y: 442, height: 120 },
  { x: 900, y: 452, height: 88 },
  { x: 1010, y: 446, height: 138 },
];

/** A drawn stream with a sample card of 0.1 SOL in its corner. */
export function StreamPicture() {
  return (
    <div
      className="screen"
      role="img"
      aria-label="A stream with a New Donation card of 0.1 SOL in the corner"
    >
      <Scene />
      <span className="live">
        <i />
        Live
      </span>
      <div className="at">
        <span className="eyebrow-card">New Donation</span>
        <AlertCard customization={{ ...defaultCustomization, gradientType: 'subtle' }} donation={sample} />
      </div>
    </div>
  );
}

function Scene() {
  return (
    <svg
      viewBox="0 0 1120 630"
      preserveAspectRatio="xMidYMid slice"
      width="100%"
      height="100%"
      aria-hidden="true"
    >
      <rect width="1120" height="630" fill="#17322f" />
      <rect width="1120" height="330" fill="#122826" />
      <circle cx="560" cy="300" r="118" fill="#f2b35e" />
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
      </g>
    </svg>
  );
}
