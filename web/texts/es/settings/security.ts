import type { texts as english } from '#web/texts/en/settings/security.ts';

/** Spanish: the part of settings about sessions and the password. */
export const texts: typeof english = {
  confirm: {
    title: 'Escribe tu contraseña otra vez',
    titleBoth: 'Contraseña y código',
    password: 'Contraseña',
    busy: 'Comprobando...',
    failed: 'No se pudo comprobar la contraseña. Inténtalo de nuevo.',
  },
  password: {
    label: 'Contraseña',
    hint: 'Una nueva cierra la sesión en todos los demás navegadores.',
    change: 'Cambiar contraseña',
    title: 'Cambia tu contraseña',
    current: 'Contraseña actual',
    wanted: 'Contraseña nueva',
    again: 'Confirmar contraseña nueva',
    differ: 'Las contraseñas no coinciden',
    recoveryStays:
      'Tu código para recuperar la contraseña sigue siendo válido. Crea después uno nuevo si alguien más puede haberlo visto.',
    busy: 'Cambiando...',
    done: 'Contraseña cambiada',
    failed: 'No llegó respuesta. Puede que tu contraseña nueva ya valga: úsala si se rechaza la anterior.',
  },
  recovery: {
    label: 'Código para recuperar la contraseña',
    none: 'Todavía no tienes ninguno. Pone una contraseña nueva, una vez, si pierdes la tuya.',
    since: (date: string) => `Creado el ${date}. Pone una contraseña nueva, una vez, si pierdes la tuya.`,
    act: 'Código nuevo',
    question: '¿Crear un código de recuperación nuevo?',
    effect: 'El que tienes ahora deja de servir de inmediato.',
    keep: 'Conservarlo',
    busy: 'Creando...',
    reason: 'Quien tenga este código puede poner una contraseña nueva, por eso preguntamos otra vez.',
    failed: 'No funcionó. Inténtalo de nuevo.',
    shown: {
      title: 'Tu código para recuperar la contraseña',
      lead: 'Pone una contraseña nueva una vez, si pierdes la tuya. Solo se muestra ahora: guárdalo aparte de tu contraseña.',
      copy: 'Copiar',
      copied: 'Código de recuperación copiado',
      download: 'Descargar',
      kept: 'Ya lo guardé',
      fileHead: (username: string, host: string) =>
        `Código de Brava para recuperar la contraseña de ${username} en ${host}. Pone una contraseña nueva una vez, en ${host}/recover.`,
    },
  },
  sessions: {
    heading: 'Contraseña y sesiones',
    list: 'Dónde has iniciado sesión',
    hint: 'Una sesión termina tras 30 días sin uso, y 90 días después de iniciarla.',
    unknownDevice: 'Dispositivo desconocido',
    device: (words) => words.replace(' on ', ' en '),
    here: 'Este navegador',
    since: (date) => `Iniciada el ${date}`,
    used: (ago) => `último uso: ${ago}`,
    ends: (date) => `termina el ${date}`,
    end: 'Cerrar',
    endNamed: (device) => `Cerrar ${device}`,
    endOthers: 'Cerrar todas las demás',
    question: (device) => `¿Cerrar la sesión en ${device}?`,
    questionOthers: '¿Cerrar todas las demás sesiones?',
    effect:
      'En ese navegador la sesión se cierra al instante. Tu overlay, tu dock de OBS y tus moderadores siguen igual.',
    effectOthers:
      'En todos los demás navegadores la sesión se cierra al instante. Tu overlay, tu dock de OBS y tus moderadores siguen igual.',
    keep: 'Mantener',
    keepOthers: 'Mantenerlas',
    confirm: 'Cerrar sesión',
    confirmOthers: 'Cerrar las demás',
    busy: 'Cerrando...',
    ended: 'Sesión cerrada',
    endedOthers: (count) =>
      count === 1 ? 'Se ha cerrado otra sesión' : `Se han cerrado otras ${count} sesiones`,
    failed: 'No se pudo cerrar. Inténtalo de nuevo.',
  },
};
