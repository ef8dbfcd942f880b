import type { texts as english } from '#web/texts/en/legal.ts';

/** Spanish: the pages on privacy and terms. They say what the running product does; nothing else. */
export const texts: typeof english = {
  lead: 'Lo que dice aquí es lo que hace el programa. Está escrito para personas, no para un tribunal; el operador puede tener más que decir.',
  operator: {
    heading: 'Quién opera este servidor',
    name: (name: string) => `Este servidor lo opera ${name}.`,
    contact: (contact: string) => `Preguntas y solicitudes: ${contact}`,
    none: 'El operador de este servidor no indicó ningún contacto. Pregunta a quien te dio el enlace.',
  },
  other: { privacy: 'Leer sobre la privacidad', terms: 'Leer los términos' },
  privacy: {
    title: 'Privacidad',
    parts: [
      {
        heading: 'En pocas palabras',
        lines: [
          'Para donar no hace falta cuenta, correo electrónico ni conectar una billetera.',
          'En estas páginas no hay rastreadores, publicidad, analítica ni scripts o tipos de letra de otros sitios.',
          'Los pagos ocurren en la red Solana, que es pública y no olvida nunca.',
        ],
      },
      {
        heading: 'Cuando donas',
        lines: [
          'Se guarda: el nombre y el mensaje que escribes, ambos opcionales; la dirección creada para tu donación; los importes, fechas y firmas de sus pagos; y si se mostró y cuándo.',
          'Tu nombre, mensaje, clip e importe son para un directo público: pueden verlos y oírlos quien transmite, sus moderadores y toda la audiencia, y las grabaciones los conservan. También los reciben los programas que haya configurado quien transmite y, si publica las donaciones en Discord o Twitch, esos servicios, sin lo que ocultes.',
          'Un clip de audio se borra 24 horas después de subirlo, o tras una hora si ninguna donación lo usó.',
          'Junto al pago se anota qué billetera pagó, para que quien transmite pueda bloquearla. Se quita de ahí con tu nombre y tu mensaje. Lo que bloquea quien transmite, sea una billetera, un nombre o una palabra, se queda en su lista hasta que lo quite o se borre su cuenta. La firma del pago se queda, y con ella cualquiera puede encontrar la billetera en la cadena.',
        ],
      },
      {
        heading: 'Cuando transmites',
        lines: [
          'Se guarda: tu nombre de usuario, un hash de tu contraseña, los ajustes, la dirección y el número de clave de tu billetera generada, tu dirección de cobro, los tokens y webhooks que crees, lo que Discord y Twitch nos dan para publicar en tu nombre (cifrado), y dónde tienes la sesión iniciada, como navegador y sistema.',
          'Un registro conserva lo que importa para tu seguridad: inicios de sesión, cambios de contraseña y de cobro, lo que se hizo en el panel. Los operadores de este servidor pueden leerlo y ver tu cuenta y tus donaciones.',
          'En Ajustes puedes descargar todo, elegir cuánto tiempo se guardan los textos de los donantes y borrar tu cuenta.',
        ],
      },
      {
        heading: 'Cuánto tiempo',
        lines: [
          'Los nombres y mensajes de los donantes se guardan hasta que se borra la cuenta de quien transmite, o el tiempo que esa persona o el operador hayan elegido: 30, 90 o 365 días.',
          'Los mensajes a los programas que haya configurado quien transmite también contienen el nombre y el mensaje. Se guardan 30 días desde que se crearon; si los textos se quitan antes, se quitan con ellos, y los que aún esperan cuando han llegado o se han dado por perdidos.',
          'Los registros de lo que se hizo en una cuenta y en su panel se guardan mientras existe la cuenta; los intentos rechazados, 90 días. De una borrada solo se queda qué se hizo en ella y cuándo, y qué direcciones de cobro se pusieron.',
          'Una cuenta borrada se puede conservar durante 7 días. Después se quitan su nombre, sus ajustes, sus secretos y todos los textos. Los importes, direcciones, firmas y fechas se quedan, porque son los libros del dinero.',
          'El nombre de una cuenta borrada se guarda como hash con clave durante un año, para que nadie más lo tome.',
          'Las copias de seguridad que se hicieron antes contienen lo que había entonces, hasta que otras las reemplacen o el operador las borre.',
        ],
      },
      {
        heading: 'La cadena es pública',
        lines: [
          'Las billeteras, los importes y las fechas de todos los pagos quedan en la red Solana para siempre. Nadie, ni nosotros ni quien transmite, puede quitarlos u ocultarlos allí.',
          'Para encontrar los pagos, este servidor pregunta a nodos de Solana por las direcciones de las donaciones. No les dice nada sobre personas.',
        ],
      },
      {
        heading: 'Cookies, almacenamiento y direcciones de red',
        lines: [
          'Una cookie, solo si eliges un idioma: recuerda cuál, durante un año.',
          'En el almacenamiento de tu navegador: para quien transmite, la sesión y algunos interruptores; para quien dona, lo escrito en el formulario, hasta que se cierra la pestaña, y cuál fue la última donación, a la que la página lleva de vuelta durante un día.',
          'Tu dirección de red se usa para frenar avalanchas y no se escribe en la base de datos ni en el registro: los recuentos están bajo hashes con clave de ella, mientras los límites miran atrás: una hora, salvo que quien lleva este servidor eligiera más. Uno de ella y de tu cuenta se guarda 30 días después de cada inicio de sesión, para que puedas entrar mientras otros prueban contraseñas. Uno se guarda con una donación mientras espera el pago, y con un clip hasta que se borra.',
        ],
      },
    ],
  },
  terms: {
    title: 'Términos',
    parts: [
      {
        heading: 'Qué es esto',
        lines: [
          'Brava recibe donaciones en SOL para quienes transmiten, y en tokens donde el operador y quien transmite los permiten, y las muestra en sus directos. Su operador no es un banco, y una donación es un regalo: no se vende nada.',
          'La donación se envía a quien transmite, menos la comisión de la red. El operador no se queda con ninguna parte.',
        ],
      },
      {
        heading: 'Si donas',
        lines: [
          'Un pago en la cadena es definitivo. Aquí nadie puede deshacerlo; solo quien transmite podría enviarte algo de vuelta.',
          'Lo que pagues fuera de plazo o por debajo del mínimo igualmente llega a quien transmite, pero puede que no se muestre.',
          'Quien transmite decide qué se muestra. Un mensaje o clip puede cambiarse, retenerse o dejarse fuera; eso no afecta al dinero.',
          'Escribe y sube solo lo que puedas: nada ilegal, ni odio, ni amenazas, ni cosas privadas de otras personas.',
        ],
      },
      {
        heading: 'Si transmites',
        lines: [
          'Las claves están en este servidor: quien lo opera podría mover lo que hay en tu billetera generada y lo que está en camino. Con una dirección de cobro propia eso es lo menos posible.',
          'Guarda tu contraseña, tu código de recuperación y tu clave privada. Sin ninguno de ellos, puede que el operador no pueda ayudarte.',
          'Tú respondes de tu directo y de los impuestos sobre lo que recibas. Las listas y la descarga están para eso.',
          'El operador puede cerrar un enlace de donaciones del que se abusa. El dinero pagado antes sigue siendo tuyo y se te envía.',
        ],
      },
      {
        heading: 'Sin promesas',
        lines: [
          'El servicio se ofrece tal cual. Puede retrasarse, detenerse o terminar; la red puede ir lenta o cambiar.',
          'Si el servidor se detiene, el dinero enviado no se pierde: lo que llega se encuentra y se envía cuando vuelve.',
        ],
      },
    ],
  },
};
