import type { texts as english } from '#web/texts/en/stream.ts';

/** Spanish: what the goal bar, the leaderboard and the latest donations say on stream and in their previews. */
export const texts: typeof english = {
  latest: 'Últimas donaciones',
  leaderboard: 'Clasificación',
  topDonors: 'Quienes más donan',
  spans: { day: 'Hoy', stream: 'Este directo', all: 'Desde siempre' },
  goal: 'Meta',
  goalUntitled: 'Meta del directo',
  goalReachedLabel: 'Meta, alcanzada',
  goalReached: 'Meta alcanzada',
  ofTarget: (target, percent) => `de ${target} SOL${percent === null ? '' : `, ${percent}%`}`,
  previewHint:
    'Lo que muestra tu overlay aparece aquí también. Esta vista previa no cuenta como overlay: las alertas esperan hasta que el tuyo esté abierto.',
  enableSound: 'Haz clic para activar el sonido',
  invalidUrl: 'Esta URL de widget no es válida. Cópiala de nuevo desde tu panel.',
};
