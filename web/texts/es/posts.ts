import type { PostError, PostState } from '#contract/posts.ts';
import type { texts as english } from '#web/texts/en/posts.ts';

const states: Record<PostState, string> = {
  waiting: 'En espera',
  sending: 'Enviando',
  sent: 'Enviado',
  given_up: 'No enviado',
};

const errors: Record<PostError, string> = {
  not_connected: 'No se pudo contactar con el servicio',
  limited: 'El servicio pidió una pausa',
  service_failed: 'El servicio tiene problemas propios',
  refused: 'El servicio lo rechazó',
  dropped: 'Twitch no lo mostró',
  unsure: 'La conexión se cortó; puede haber llegado y no se envía otra vez',
  too_old: 'Tenía más de 15 minutos',
  not_for_viewers: 'Rechazada, descartada, sin aprobar, bloqueada o retirada',
  switched_off: 'Los mensajes se desactivaron',
  disconnected: 'Ya no está conectado',
};

/** Spanish: the page of posts to Discord and Twitch. */
export const texts: typeof english = {
  title: 'Mensajes al chat',
  lead: 'Tu comunidad se entera de las donaciones donde conversa. Un mensaje dice lo que muestra la alerta y sale cuando puede salir ella: tras tu aprobación, si apruebas antes las alertas.',
  guide: 'Cómo funciona',
  back: 'Ajustes',
  of: (action, place) => `${action}: ${place}`,
  places: {
    discord: {
      name: 'Discord',
      lead: 'En un canal de tu servidor, mediante un webhook de ese canal.',
      connectedTo: 'Conectado al webhook',
    },
    twitch: {
      name: 'Chat de Twitch',
      lead: 'En el chat de tu propio canal, con tu nombre.',
      connectedTo: 'Conectado como',
    },
  },
  states: { on: 'Activado', off: 'Desactivado', notConnected: 'Sin conectar' },
  notOffered: 'Quien gestiona este servidor no lo ha registrado en Twitch, así que no puede publicar allí.',
  ended: {
    discord: {
      gone: 'Discord ya no conoce el webhook, así que no se publica nada. Crea uno nuevo y conéctalo.',
      refused: 'Discord ya no acepta mensajes de este webhook. Crea uno nuevo y conéctalo.',
    },
    twitch: {
      gone: 'Twitch ha terminado la conexión, así que no se publica nada. Conéctala de nuevo.',
      refused: 'Twitch ya no deja publicar a esta cuenta. Conéctala de nuevo.',
    },
  },
  discord: {
    steps: [
      'En Discord abre los ajustes del canal: Integraciones, Webhooks, Nuevo webhook.',
      'Pulsa Copiar URL de webhook.',
      'Pégala aquí.',
    ],
    url: 'URL del webhook',
    urlHint: 'Quien tenga esta URL puede publicar allí. Se guarda cifrada y no se vuelve a mostrar.',
    connect: 'Conectar Discord',
    connecting: 'Conectando...',
    connected: 'Discord está conectado',
    failed: 'No se pudo conectar. Inténtalo de nuevo.',
  },
  twitch: {
    connect: 'Conectar Twitch',
    connecting: 'Preguntando a Twitch...',
    typeIt: 'Abre Twitch, comprueba que muestra este código y permite escribir en tu chat.',
    code: 'Tu código',
    copy: 'Copiar código',
    copied: '¡Código copiado!',
    open: 'Abrir Twitch',
    stop: 'Parar',
    waiting: 'Esperando a Twitch. Esta página se entera por sí sola.',
    over: 'No se conectó: el código caducó o se rechazó. Inténtalo de nuevo.',
    failed: 'No ha funcionado. Inténtalo de nuevo.',
  },
  disconnect: 'Desconectar',
  disconnection: {
    question: (place) => `¿Desconectar ${place}?`,
    effect: {
      discord: 'No se publica nada más y la URL se olvida. El webhook sigue en Discord; bórralo allí.',
      twitch: 'No se publica nada más, y se pide a Twitch que termine el permiso.',
    },
    keep: 'Conservar',
    confirm: 'Desconectar',
    busy: 'Desconectando...',
    done: 'Desconectado',
    failed: 'No se pudo desconectar. Inténtalo de nuevo.',
  },
  form: {
    isOn: 'Publicar donaciones',
    isOnHint: 'Si lo desactivas, lo que espera no se envía',
    template: 'Qué dice un mensaje',
    templateHint:
      'Usa {name}, {amount}, {fiat}, {message} y {link}. Lo que está entre [corchetes] se omite cuando no hay nada que poner.',
    minimum: 'Solo a partir de (SOL)',
    minimumPlaceholder: 'Todas las donaciones',
    minimumHint: 'Si lo dejas vacío, se publican todas las donaciones',
    save: 'Guardar mensajes',
    saved: 'Mensajes guardados',
    failed: 'No se pudo guardar. Inténtalo de nuevo.',
    note: 'Vale para los mensajes a partir de ahora.',
  },
  preview: {
    label: 'Vista previa',
    message: 'qué locura la última ronda',
    hidden: 'Cuando quien dona oculta nombre e importe y no escribe nada:',
    unreadable: 'El texto todavía no se puede leer así.',
  },
  test: {
    send: 'Enviar un mensaje de prueba',
    sending: 'Enviando...',
    failed: 'No se pudo enviar la prueba. Inténtalo de nuevo.',
  },
  log: {
    heading: 'Últimos mensajes',
    none: 'Todavía no se ha publicado nada.',
    donation: 'Donación',
    test: 'Prueba',
    attempts: (count) => `${count} intentos`,
    states,
    errors,
  },
};
