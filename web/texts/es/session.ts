import type { texts as english } from '#web/texts/en/session.ts';

/** Spanish: sign-in, registration and the view of the new key. */
export const texts: typeof english = {
  username: 'Nombre de usuario',
  password: 'Contraseña',
  backToHome: 'Volver al inicio',
  login: {
    heading: 'Iniciar sesión',
    submit: 'Iniciar sesión',
    busy: 'Iniciando sesión...',
    newHere: '¿Es tu primera vez?',
    toRegister: 'Crea una cuenta',
    done: '¡Hola de nuevo!',
    failed: 'No se pudo iniciar sesión',
  },
  register: {
    heading: 'Crear cuenta',
    confirmPassword: 'Confirmar contraseña',
    passwordsDiffer: 'Las contraseñas no coinciden',
    submit: 'Crear cuenta',
    busy: 'Creando cuenta...',
    haveOne: '¿Ya tienes una cuenta?',
    toLogin: 'Inicia sesión',
    done: '¡Cuenta creada!',
    failed: 'No se pudo crear la cuenta',
  },
  created: {
    title: 'Cuenta creada',
    heading: '¡Tu cuenta está lista!',
    lead: 'Guarda estas dos cosas antes de continuar.',
    privateKey: 'Clave privada',
    whoHasIt: 'Quien tenga esta clave es dueño de la billetera',
    copyKey: 'Copiar',
    keyCopied: 'Clave privada copiada al portapapeles',
    warning: 'Guarda ahora tu clave privada.',
    warningMore:
      'Consérvala en un lugar seguro y no la compartas nunca. Solo se muestra ahora, pero después puedes verla en Ajustes.',
    donationLink: 'Enlace de donación',
    copyLink: 'Copiar el enlace de donación',
    linkCopied: '¡Enlace de donación copiado!',
    goOn: 'Continuar al panel',
  },
};
