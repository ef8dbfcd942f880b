import type { texts as english } from '#web/texts/en/settings/two-step.ts';

/** Spanish: the part of settings about two-step protection. */
export const texts: typeof english = {
  twoStep: {
    heading: 'Protección en dos pasos',
    lead: 'Con ella, tus retiros, tu clave privada, tu dirección de cobro y tu contraseña piden además un código de una aplicación de tu teléfono. Así no basta con robarte la contraseña para llevarse tu dinero.',
    signIn: 'Para iniciar sesión se sigue pidiendo solo la contraseña.',
    turnOn: 'Activar',
    done: 'La protección en dos pasos está activada',
    failed: 'No ha funcionado. Inténtalo de nuevo.',
    reason: 'De esto depende cómo se protege tu billetera, así que preguntamos una vez más.',
    on: (date) => `Activada desde el ${date}.`,
    left: (count) =>
      count === 0
        ? 'No queda ningún código de recuperación.'
        : count === 1
          ? 'Queda 1 código de recuperación.'
          : `Quedan ${count} códigos de recuperación.`,
    few: 'Crea nuevos antes de necesitarlos.',
    code: {
      app: 'Código de tu aplicación',
      appHint: 'Seis cifras, nuevas cada 30 segundos.',
      recovery: 'Código de recuperación',
      recoveryHint: 'Uno de los diez que guardaste. Funciona una sola vez.',
      useRecovery: 'Escribir un código de recuperación',
      useApp: 'Escribir un código de la aplicación',
      missing: 'Escribe el código',
    },
    setup: {
      title: 'Activa la protección en dos pasos',
      scan: 'Escanea esto con una aplicación de autenticación. Sirve cualquiera que muestre códigos de seis cifras.',
      qr: 'Código QR para tu aplicación de autenticación',
      open: 'Abrir en una aplicación de este dispositivo',
      secret: 'O escribe esta clave en la aplicación',
      copy: 'Copiar la clave para la aplicación',
      copied: 'Clave para la aplicación copiada',
      busy: 'Activando...',
    },
    codes: {
      title: 'Tus códigos de recuperación',
      lead: 'Cada uno sustituye a la aplicación una vez, por si pierdes el teléfono. Solo se muestran ahora: guárdalos en un lugar que no sea ese teléfono.',
      copy: 'Copiar todos',
      copied: 'Códigos de recuperación copiados',
      download: 'Descargar',
      kept: 'Ya los guardé',
      fileHead: (username, host) =>
        `Códigos de recuperación de Brava de ${username} en ${host}. Cada uno funciona una vez.`,
    },
    replace: {
      act: 'Nuevos códigos de recuperación',
      question: '¿Crear nuevos códigos de recuperación?',
      effect: 'Los que tienes ahora dejan de funcionar al instante.',
      keep: 'Mantenerlos',
      busy: 'Creando...',
    },
    off: {
      act: 'Desactivar',
      question: '¿Desactivar la protección en dos pasos?',
      effect:
        'Entonces basta la contraseña para tus retiros, tu clave privada y tu dirección de cobro. Tus códigos de recuperación dejan de funcionar, y para activarla otra vez hay que escanear de nuevo.',
      keep: 'Mantenerla',
      busy: 'Desactivando...',
      done: 'La protección en dos pasos está desactivada',
    },
  },
};
