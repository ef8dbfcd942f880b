import type { texts as english } from '#web/texts/en/settings.ts';
import { texts as alerts } from './settings/alerts.ts';
import { texts as ownAccount } from './settings/own-account.ts';
import { texts as security } from './settings/security.ts';
import { texts as twoStep } from './settings/two-step.ts';

/** Spanish: settings. */
export const texts: typeof english = {
  ...alerts,
  ...security,
  ...ownAccount,
  ...twoStep,
  title: 'Ajustes',
  subtitle: 'Gestiona tu cuenta y tus preferencias de donación',
  saved: 'Ajustes guardados',
  saveFailed: 'No se pudieron guardar los ajustes',
  saving: 'Guardando...',
  loading: 'Cargando',
  cancel: 'Cancelar',
  contents: { label: 'En esta página', jump: 'Ir a' },
  amountRules: {
    heading: 'Alertas por importe y lectura',
    lead: 'Haz que una donación mayor se vea, suene y dure de otra forma, y que los mensajes se lean en voz alta.',
    open: 'Gestionar reglas, sonidos y voz',
  },
  webhooks: {
    heading: 'Webhooks',
    lead: 'Haz que un programa tuyo se entere de cada donación.',
    open: 'Gestionar webhooks',
    count: (count) => (count === 1 ? '1 webhook' : `${count} webhooks`),
    switchedOff: 'Un webhook se desactivó porque ya no llegaba nada.',
    failing: 'Un webhook falla en este momento. Brava sigue intentándolo.',
  },
  posts: {
    heading: 'Mensajes al chat',
    lead: 'Cuenta las donaciones en un canal de Discord o en tu chat de Twitch.',
    open: 'Gestionar mensajes',
  },
  donations: {
    heading: 'Donaciones',
    minimum: 'Importe mínimo de donación (SOL)',
    minimumHint: 'Las donaciones por debajo de este importe no se procesarán',
    presets: 'Importes sugeridos (SOL)',
    preset: (place) => `Importe sugerido ${place}`,
    presetsHint:
      'Tus donantes eligen uno con un toque o escriben otro importe. Los campos vacíos no ofrecen nada.',
    presetsBelow: (amounts) => `No se ofrecen porque están por debajo de tu mínimo: ${amounts}`,
    accept: 'Aceptar donaciones',
    acceptHint: 'Si está desactivado, tu página de donación dice que el enlace está desactivado.',
  },
  channels: {
    heading: 'Tus canales',
    lead: 'Tus donantes los ven en tu página de donación, para comprobar que es tuya. Aquí nadie los verifica: lo que lo demuestra es que tu canal enlace a tu página de donación, así que pon allí el enlace.',
    links: 'Enlaces a tus canales',
    hint: (most) =>
      `Uno por línea, ${most} como máximo: twitch.tv/tu-nombre, youtube.com/@tu-nombre, kick.com/tu-nombre, x.com/tu-nombre, o tu propio sitio.`,
    unread: (line) => `No es un enlace a un canal ni a un sitio: ${line}`,
    tooMany: (most) => `Puede haber como máximo ${most} canales`,
    save: 'Guardar los canales',
  },
  tokens: {
    heading: 'Tokens',
    lead: 'Deja que te paguen también en estos, además de SOL. Lo que llega pasa a tu billetera en el mismo token, todo.',
    guide: 'Cómo funcionan los tokens',
    take: (symbol) => `Aceptar ${symbol}`,
    what: (name, least) => `${name}, a partir de ${least}`,
    minimum: (symbol) => `Donación mínima en ${symbol}`,
    save: 'Guardar el mínimo',
    saveOf: (symbol) => `Guardar el mínimo de ${symbol}`,
    noAmount: (decimals) =>
      decimals === 0
        ? 'Escribe un número entero, por ejemplo 5'
        : `Escribe un importe con ${decimals} decimales como máximo, por ejemplo 2.5 o 1000`,
    tooLittle: (least) => `Quien administra este servidor pide al menos ${least}`,
    countSol:
      'Las reglas por importe, el mínimo para clips y para la lectura, los importes sugeridos, la meta y la clasificación solo cuentan SOL.',
    unknownBeforeDeletion:
      'En este momento no se sabe qué tokens hay en tu billetera generada. Llévate antes su clave privada.',
    beforeDeletion: (sums) =>
      `Tu billetera generada tiene además ${sums}. Llévate antes la clave privada: con ella mueves los tokens en otra billetera.`,
  },
  card: {
    heading: 'Fondo de la tarjeta',
    primary: 'Color principal',
    style: 'Estilo de fondo',
    styles: {
      none: 'Sin degradado',
      subtle: 'Degradado sutil',
      vibrant: 'Degradado intenso',
      neon: 'Brillo neón',
      sunset: 'Atardecer',
      ocean: 'Olas del océano',
      galaxy: 'Galaxia',
      fire: 'Llama de fuego',
      aurora: 'Aurora boreal',
      rainbow: 'Arcoíris',
      metallic: 'Brillo metálico',
      custom: 'Degradado propio',
    },
    custom: 'Degradado CSS propio',
    customUnusable:
      'Esto no es un degradado que una tarjeta pueda mostrar. Se guarda como lo escribiste, y tus tarjetas conservan su fondo oscuro de siempre.',
    customHint: (example) => `Escribe un degradado CSS válido, lineal o radial; por ejemplo ${example}`,
    pick: (label) => `Elegir: ${label}`,
  },
  colors: {
    heading: 'Colores del texto',
    name: 'Nombre',
    amount: 'Importe',
    message: 'Mensaje',
    readable: (weakest, ratio) =>
      `Los tres se leen bien sobre este fondo. El más débil es ${weakest}, con ${ratio} a 1.`,
    unreadable: (weakest, ratio) => `${weakest} se lee mal sobre este fondo: ${ratio} a 1, y hace falta 4,5.`,
    unfinished: 'Si los tres se leen bien se podrá decir cuando cada color sea hexadecimal.',
    untold: 'No se puede saber si los tres se leen bien sobre este degradado. Mira la vista previa.',
  },
  preview: {
    heading: 'Vista previa',
    show: 'Mostrar vista previa',
    hide: 'Ocultar vista previa',
    scenes: 'Tarjeta sobre una imagen clara, una oscura y una con mucho detalle',
    sampleName: 'CryptoFan',
    sampleMessage: '¡Gran directo! ¡Sigue así!',
  },
  save: 'Guardar ajustes',
  refreshNote: 'Después de guardar, actualiza la caché de la fuente de navegador de OBS.',
  overlay: {
    heading: 'Overlay y pagos',
    link: 'Enlace del widget',
    linkHint: 'Es secreto. Reemplázalo si otra persona lo ha visto.',
    copyLink: 'Copiar la URL del widget',
    linkCopied: '¡URL del widget copiada!',
    showLink: 'Mostrar la URL del widget',
    payout: 'Dirección de cobro',
    payoutPlaceholder: 'Tu billetera generada',
    payoutHint:
      'Allí irán las donaciones que se transfieran desde ahora. Te pedirá la contraseña, salvo que acabes de escribirla.',
    payoutForm: 'Esta no es la dirección de una billetera normal de Solana. Compruébala.',
    payoutReason: 'La dirección de cobro decide adónde va tu dinero; por eso preguntamos otra vez.',
    savePayout: 'Guardar dirección de cobro',
    useGenerated: 'Usar la billetera generada',
    timeZone: 'Zona horaria',
    timeZoneHint: 'Decide cuándo empieza «Hoy».',
  },
  wallet: {
    heading: 'Información de la billetera',
    address: 'Dirección de la billetera',
    copyAddress: 'Copiar la dirección de la billetera',
    addressCopied: 'Dirección de la billetera copiada al portapapeles',
    open: 'Saldo y retiros',
    warning: 'No compartas nunca tu clave privada.',
    warningMore: 'Quien la tiene controla la billetera.',
    key: 'Clave privada',
    showKey: 'Mostrar clave privada',
    hideKey: 'Ocultar clave privada',
    loadingKey: 'Cargando la clave...',
    copyKey: 'Copiar la clave privada',
    keyCopied: 'Clave privada copiada al portapapeles',
    keyFailed: 'No se pudo cargar la clave privada',
    reason: 'Tu clave privada abre la billetera; por eso preguntamos otra vez.',
  },
  account: {
    heading: 'Información de la cuenta',
    username: 'Nombre de usuario',
    network: 'Red',
    networkName: 'Solana',
    language: 'Idioma',
    languageHint:
      'El de las páginas que ves en este navegador. La página se carga de nuevo; nada de lo que has escrito se pierde.',
  },
};
