import type { texts as english } from '#web/texts/en/landing.ts';

/** Spanish: the landing page. */
export const texts: typeof english = {
  title: 'Recibe donaciones de Solana en tu directo',
  description:
    'Un enlace de donación para tu público, una tarjeta con sonido en tu directo y los SOL en tu propia billetera. Sin comisiones de plataforma.',
  bar: {
    label: 'Principal',
    openMenu: 'Abrir menú',
    closeMenu: 'Cerrar menú',
    whitePaper: 'Documento técnico',
    social: 'Síguenos',
    guide: 'Guía',
    signIn: 'Iniciar sesión',
    getStarted: 'Empezar',
    dashboard: 'Panel',
  },
  hero: {
    heading: 'Recibe donaciones de Solana en tu directo',
    lead: 'Alguien paga, la red confirma y tu directo lo celebra. Donaciones al instante y en tiempo real que llegan a OBS como una tarjeta con sonido.',
    start: 'Empieza a recibir donaciones',
    testMoney: 'Solo dinero de prueba: aquí se dona en SOL de prueba, que no vale nada.',
    quiet: 'Un minuto de un directo',
    cheer: 'Llegan 0.1 SOL',
  },
  picture: {
    description: 'Un directo con una tarjeta de nueva donación de 0.1 SOL en la esquina',
    live: 'En directo',
    newDonation: 'Nueva donación',
    message: '¡Ese salto! Todo el vagón me está mirando.',
  },
  why: {
    heading: '¿Por qué elegir Brava?',
    steps: ['En espera', 'Visto', 'Confirmado', 'En directo'],
    instant: 'Donaciones al instante',
    instantText:
      'Alertas en tiempo real integradas con OBS. La tarjeta aparece en cuanto la red confirma el pago, y te espera si OBS está cerrado.',
    secure: 'Segura y descentralizada',
    secureText:
      'Los fondos van directo a tu billetera: cada donación tiene su propia dirección, y lo que llega allí se te transfiere sin más descuento que la comisión de la red.',
    oneTimeAddress: 'Dirección de un solo uso',
    yourWallet: 'Tu billetera',
    global: 'Acceso global',
    globalText:
      'Cualquiera que tenga una billetera de Solana puede donar, desde donde sea y sin procesadores de pago.',
    fees: 'Comisiones bajas',
    feesText:
      'Sin comisiones de plataforma, solo las de la red. Sin contracargos: cuando un pago es definitivo, nadie puede anularlo.',
  },
  how: {
    heading: 'Cómo funciona',
    create: 'Crea tu cuenta',
    createText: 'Elige un nombre de usuario y una contraseña. Tu billetera de Solana se crea sola.',
    share: 'Comparte tu enlace',
    shareText: 'Pon tu enlace de donación en tus paneles y en el chat. Quien dona no necesita cuenta.',
    add: 'Agrégalo a OBS',
    addText: 'Pega la URL del widget como fuente de navegador. Las donaciones nuevas aparecen solas.',
  },
  closing: {
    join: 'Únete a miles de streamers',
    heading: 'Tu próxima ovación está a un enlace',
    create: 'Crea tu cuenta',
  },
  builtOn: 'Hecho sobre la blockchain de Solana',
};
