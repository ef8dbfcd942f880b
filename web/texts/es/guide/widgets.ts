import type { texts as english } from '#web/texts/en/guide/widgets.ts';

/** Spanish: the chapter on widgets. */
export const texts: typeof english = {
  sources: {
    title: 'Otras tres fuentes de navegador',
    body: `
En la página **Widgets** de tu cuenta hay una barra de meta, una clasificación y las últimas donaciones. Cada una tiene su dirección y su tamaño recomendado; añádela como añadiste las alertas, arrastrando o a mano. Siguen solas cada donación pagada.

Solo cuentan las donaciones pagadas. Las pruebas, las que no se pagaron y las fallidas no. Los nombres pasan por las mismas listas de palabras que tus alertas.

! Estas direcciones contienen el código secreto del enlace de tu widget. Si reemplazas ese enlace, cambia también estas fuentes.`,
  },
  goal: {
    title: 'Barra de meta',
    body: `
Di para qué recaudas y cuánto. **Empieza en (SOL)** suma dinero que llegó por otro lado. **Empezar de cero** cuenta desde este momento. Los tokens no cuentan: la barra es en SOL.

![La barra de meta sobre una imagen clara y una oscura: A new microphone, 61 por ciento](goal)`,
  },
  leaderboard: {
    title: 'Clasificación',
    body: `
Hasta diez puestos, según lo que cada nombre dio en total: hoy, en este directo o desde que te registraste. Hoy empieza a medianoche en la zona horaria de tus Ajustes. Quedan fuera quienes no dejaron nombre, quienes hayas bloqueado, las donaciones con la alerta retenida, rechazada, saltada o descartada hasta que la apruebes o repitas, aquellas cuyo donante oculta el nombre o el importe y las donaciones en tokens.

Los nombres son lo que escribe quien dona. Dos personas con el mismo nombre comparten puesto, y cualquiera puede usar cualquier nombre.`,
  },
  latest: {
    title: 'Últimas donaciones',
    body: `
Las más nuevas, hasta veinte, tantas como quepan. Lo bloqueado queda fuera; un donante con la alerta retenida, rechazada, saltada o descartada aparece como Anonymous hasta que la apruebes o repitas; quien oculta su nombre, siempre. Un importe oculto no se muestra.`,
  },
  streams: {
    title: 'Contar un directo aparte',
    body: `
**Iniciar directo** empieza una cuenta propia, para la clasificación y para ti; **Terminar directo** la acaba. Solo tus widgets lo saben: no inicia nada en OBS ni en tu plataforma.`,
  },
};
