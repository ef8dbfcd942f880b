import type { texts as english } from '#web/texts/en/guide.ts';

/** Spanish: the frame of the guide. */
export const texts: typeof english = {
  title: 'Guía',
  headline: 'Del primer enlace al primer aplauso',
  lead: 'Cómo poner tus alertas en el directo, qué ven tus donantes y qué pasa con el dinero. Todo lo que lees aquí describe el producto tal como funciona.',
  start: 'Empieza con OBS Studio',
  barLabel: 'Guía',
  contents: 'Capítulos',
  onThisPage: 'En esta página',
  ends: 'Capítulo anterior y siguiente',
  previous: 'Anterior',
  next: 'Siguiente',
  place: (number: number, of: number) => `Capítulo ${number} de ${of}`,
  whitePaper: 'Documento técnico',
  aboutPaper:
    'PDF en inglés: cómo viaja una donación, quién guarda las claves, qué se promete y cómo se prueba.',
  missing: {
    title: 'Ese capítulo no existe',
    text: 'La guía no tiene ningún capítulo en esta dirección.',
    action: 'Ir a la guía',
  },
  chapters: {
    obs: {
      short: 'Configurar OBS Studio',
      title: 'Configurar OBS Studio',
      about: 'Tres caminos hacia la misma fuente de navegador y una alerta de prueba para ver que funciona.',
    },
    'other-tools': {
      short: 'Streamlabs y otros programas',
      title: 'Streamlabs Desktop y otros programas',
      about: 'Todo lo que puede mostrar una página web en una escena puede mostrar tus alertas.',
    },
    'donation-link': {
      short: 'Tu enlace de donación',
      title: 'Tu enlace de donación y tu mínimo',
      about: 'El único enlace que compartes y lo que tus donantes encuentran detrás.',
    },
    alerts: {
      short: 'Alertas y moderación',
      title: 'Alertas: controles, dock en OBS y moderación',
      about: 'Pausa, salta, repite y aprueba: en el panel, en OBS, en el teléfono o desde un Stream Deck.',
    },
    widgets: {
      short: 'Meta, clasificación, últimas',
      title: 'Widgets: meta, clasificación y últimas donaciones',
      about: 'Otras tres fuentes de navegador que muestran lo que ha llegado.',
    },
    paying: {
      short: 'Pagar, para donantes',
      title: 'Pagar: para donantes',
      about: 'Qué necesitas, cuánto tarda y qué pasa si pagas tarde, de menos o de más.',
    },
    'money-and-keys': {
      short: 'Tu dinero y tus claves',
      title: 'Tu dinero y tus claves',
      about: 'Quién guarda qué clave, exactamente como es, y qué significa para ti.',
    },
    webhooks: {
      short: 'Webhooks, para desarrollar',
      title: 'Webhooks: para quien desarrolla',
      about: 'Tu propio programa se entera de cada donación: eventos, firmas, repeticiones.',
    },
    troubleshooting: {
      short: 'Solución de problemas',
      title: 'Solución de problemas',
      about: 'Qué ves, dónde mirar y qué hacer.',
    },
  },
  obsFields: {
    title: 'Propiedades de la fuente de navegador',
    url: 'URL',
    width: 'Ancho',
    height: 'Alto',
    audio: 'Controlar el audio mediante OBS (Control audio via OBS)',
    shutdown: 'Apagar fuente cuando no sea visible',
    refresh: 'Actualizar el navegador cuando la escena se active',
    yes: 'marcado',
    caption: 'Deja los demás campos como están.',
  },
  moneyPath: {
    label: 'El camino de una donación',
    stations: {
      donor: { name: 'La billetera del donante', text: 'Firma una transferencia normal.' },
      deposit: {
        name: 'Una dirección de un solo uso',
        text: 'Hecha para esta donación. Su clave se deriva en el servidor.',
      },
      streamer: {
        name: 'Tu billetera',
        text: 'La generada o tu dirección de cobro. Todo lo que llegó, menos la comisión de la red.',
      },
    },
  },
  keyTree: {
    seed: 'Una semilla maestra de 24 palabras',
    seedNote: 'En el servidor del operador, fuera de la base de datos.',
    wallet: 'Tu billetera generada',
    walletNote: 'Puedes exportar esta clave.',
    address: 'Una dirección para cada donación',
    addressNote: 'Se vacía en tu billetera o en tu dirección de cobro. Estas claves nunca se muestran.',
  },
};
