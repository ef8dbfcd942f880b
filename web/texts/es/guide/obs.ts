import type { texts as english } from '#web/texts/en/guide/obs.ts';

/** Spanish: the chapter on OBS Studio. */
export const texts: typeof english = {
  before: {
    title: 'Qué necesitas',
    body: `
Tus alertas son una página web con fondo transparente. OBS la muestra como una **fuente de navegador** de 400 × 600 píxeles; las tarjetas entran por la derecha y quedan abajo a la derecha de esa fuente.

- Una cuenta aquí y la dirección **Widget de OBS** de tu [panel](/app).
- OBS Studio 29 o posterior con fuente de navegador. Algunos paquetes de Linux vienen sin ella: entonces instala OBS desde obsproject.com o Flathub.

! La dirección del widget es secreta. Quien la abre puede quitarle alertas a tu directo, así que no la muestres en pantalla ni la pongas en un panel del canal. Las páginas la dibujan con puntos hasta que la pides, y al copiarla no se ve. Con **Reemplazar el enlace del widget** obtienes una nueva; la anterior deja de funcionar al instante.`,
  },
  drag: {
    title: 'Arrastra el enlace a OBS',
    body: `
El camino más rápido cuando el navegador y OBS están en el mismo escritorio.

1. Abre la escena en OBS y, al lado, tu panel.
2. En la tarjeta **Configura OBS Studio**, toma **Arrastra esto a OBS** con el ratón y suéltalo en la vista previa de OBS.
3. OBS añade una fuente de navegador llamada ‘Brava alerts’ con 400 de ancho y 600 de alto. Muévela adonde deban aparecer las tarjetas.

![La tarjeta Configura OBS Studio con sus cinco pasos, un dibujo de la escena y los botones Arrastra esto a OBS y Añadir a OBS](obs-setup)`,
  },
  onePress: {
    title: 'Con un botón, por el WebSocket de OBS',
    body: `
Esta página puede configurar OBS por sí misma, desde un navegador en el equipo en el que corre OBS.

1. En OBS abre **Herramientas**, **Ajustes del servidor WebSocket**, y marca **Habilitar servidor WebSocket**.
2. Pulsa **Mostrar información de conexión** y copia la contraseña del servidor.
3. En el panel pulsa **Añadir a OBS**, pega la contraseña y pulsa **Añadir a OBS**.

![La ventana Añade tus alertas a OBS con los campos Contraseña del servidor y Puerto](add-to-obs)

La fuente se añade a la escena que OBS muestra ahora, abajo a la derecha, con su sonido bajo el control de OBS y en Monitorización y salida, para que tú también lo oigas. Si ya hay una fuente con ese nombre, se actualiza.

La contraseña va de esta pestaña a OBS y a ningún otro sitio, y no se guarda. Tu navegador puede preguntar si esta página puede hablar con programas de tu equipo o de tu red local: permítelo.`,
  },
  byHand: {
    title: 'A mano',
    body: `
1. Copia la dirección **Widget de OBS** del panel.
2. En OBS pulsa **+** en Fuentes, elige **Navegador** y ponle un nombre.
3. Rellena los campos como abajo y pulsa Aceptar.
4. Mueve la fuente adonde deban aparecer las tarjetas, casi siempre una esquina.

![La tarjeta Widget de OBS con la dirección, copiar, dock y reemplazar](obs-widget)

:: obs-fields`,
  },
  test: {
    title: 'Envía una alerta de prueba',
    body: `
Pulsa **Enviar alerta de prueba** en el panel, o **Probar** en el dock. Una tarjeta entra con un sonido y se va a los siete segundos. Una prueba no cuenta en ningún total y llega también con las alertas en pausa. Si no hay ningún overlay abierto, la última prueba lo espera 15 minutos y después se descarta.

![La tarjeta de una donación de 0.1 SOL de foxglove, abajo a la derecha de una escena](overlay-card)

En la misma tarjeta del panel, la lámpara dice qué pasaría ahora con una donación:

| Lámpara | Qué significa |
| **Al aire** | Hay un overlay abierto y visible. Una donación se vería. |
| **En espera** | La fuente está oculta en OBS. Las alertas esperan hasta que se vea de nuevo. |
| **En pausa** | Pausaste las alertas. Esperan hasta que las reanudes. |
| **Sin overlay** | Nadie tiene abierto el widget. Las alertas lo esperan. |
| **Aún no se sabe** | El panel no tiene conexión en vivo con el servidor: [qué mirar](/guide/troubleshooting#disconnected). |

![La tarjeta del overlay: un overlay abierto y visible, la última alerta, Enviar alerta de prueba y los controles](on-air)`,
  },
  tips: {
    title: 'Consejos',
    body: `
- **Apagar fuente cuando no sea visible** cierra la página mientras su escena no está en uso. No se pierde nada: la cola está en el servidor, y lo que llegó mientras tanto se muestra cuando la fuente vuelve.
- **Actualizar el navegador cuando la escena se active** carga la página de nuevo en cada cambio de escena. Una alerta que aún no se había mostrado vuelve a salir.
- **Controlar el audio mediante OBS** lleva el sonido de las alertas al mezclador y al directo. Para oírlo tú también, elige Monitorización y salida para la fuente en Propiedades de audio avanzadas.
- Una fuente en varias escenas: añade la que ya existe a las otras escenas en vez de crear otra. Si hay varios overlays abiertos, cada uno muestra todas las alertas.
- Cambia el tamaño con libertad. Las tarjetas se mantienen en el borde derecho e inferior de la fuente.`,
  },
};
