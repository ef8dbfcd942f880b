import type { texts as english } from '#web/texts/en/guide/other-tools.ts';

/** Spanish: the chapter on other streaming tools. */
export const texts: typeof english = {
  rule: {
    title: 'Lo que es igual en todas partes',
    body: `
Tus alertas son una página web normal. Cualquier programa que muestre una página web como capa de una escena puede mostrarlas. Hacen falta cuatro cosas, las llame como las llame:

| Ajuste | Valor |
| Dirección o URL | La dirección **Widget de OBS** de tu panel |
| Ancho | 400 |
| Alto | 600 |
| Fondo | Transparente; la página no tiene fondo propio |

La página está escrita para navegadores desde Chromium 103, que es el que lleva OBS 29. Cuando está abierta, la lámpara de tu panel dice **Al aire**, y **Enviar alerta de prueba** te muestra una tarjeta, igual en todos los programas.

Arrastrar el enlace y **Añadir a OBS** están hechos para OBS Studio. En otros programas añade la fuente a mano.`,
  },
  streamlabs: {
    title: 'Streamlabs Desktop',
    body: `
1. Copia la dirección **Widget de OBS** de tu panel.
2. Añade una fuente nueva a la escena y elige la fuente de navegador (**Browser Source**).
3. Escribe la dirección, 400 de ancho y 600 de alto, y confirma.
4. Colócala y envía una alerta de prueba.

Streamlabs Desktop se basa en OBS, y su fuente de navegador es del mismo tipo. Sus opciones pueden llamarse de forma algo distinta según la versión.`,
  },
  others: {
    title: 'Meld Studio, XSplit y otros',
    body: `
Busca una fuente o capa llamada **Browser**, **Browser Source** o **Web page** (navegador o página web). Escribe la dirección y el tamaño, y envía una alerta de prueba. Nosotros probamos con OBS Studio; para los demás vale lo que vale para cualquier página web en una escena.

- **Visibilidad.** OBS le dice a la página cuándo está oculta, y entonces las alertas esperan. Un programa que no lo dice cuenta como visible mientras la página esté abierta: pausa tú las alertas cuando esa escena no se vea.
- **Programas en el navegador** que cargan la página en un marco pueden hacerlo: el widget es la única página de aquí que se deja enmarcar. Tu servidor tiene que ser accesible desde internet por https.
- **Sonido.** Los programas que bloquean el sonido hasta un clic mostrarán la tarjeta sin él. Mira [no hay sonido](/guide/troubleshooting#no-sound).`,
  },
  capture: {
    title: 'Un programa sin páginas web',
    body: `
Abre la dirección del widget en una ventana del navegador y captura esa ventana. El fondo de la página ya no será transparente, así que dale a la ventana un lugar propio en la escena. Mantén la ventana abierta y sin minimizar, y haz clic una vez en la página para que el navegador permita el sonido.`,
  },
};
