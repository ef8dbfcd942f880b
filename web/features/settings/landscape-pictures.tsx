import type { ReactNode } from 'react';

/** Hills under a white sun: the hardest ground for a card without one of its own. */
export function BrightPicture() {
  return (
    <Landscape>
      <rect width="640" height="400" fill="#f4f1e4" />
      <circle cx="470" cy="110" r="64" fill="#ffffff" />
      <path d="M0 250q90-70 190-30t190-40 260 20v200H0z" fill="#d7e8cf" />
      <path d="M0 320q140-60 300-20t340-30v130H0z" fill="#fbe7a1" />
    </Landscape>
  );
}

/** The same at night: a card's dark ground almost melts into it. */
export function DarkPicture() {
  return (
    <Landscape>
      <rect width="640" height="400" fill="#07090c" />
      <path d="M0 300q160-90 320-40t320-70v210H0z" fill="#0d1218" />
      <path d="M0 350q200-50 360-10t280-30v90H0z" fill="#10171f" />
    </Landscape>
  );
}

function Landscape({ children }: { children: ReactNode }) {
  return (
    <svg className="picture" viewBox="0 0 640 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {children}
    </svg>
  );
}
