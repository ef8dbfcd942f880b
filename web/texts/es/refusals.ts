import type { ProblemCode } from '#contract/problem.ts';
import type { ValidationText } from '#contract/validation-texts.ts';
import type { texts as english } from '#web/texts/en/refusals.ts';
import type { RefusalWords } from '#web/texts/refusal-words.ts';

const ofProblems: Record<ProblemCode, string> = {
  invalid_request: 'Hay algo que no es correcto en esta petición. Revísala e inténtalo de nuevo.',
  webhook_url_refused:
    'Los webhooks solo van a direcciones https públicas: un nombre de host, puerto 443 o superior a 1023, sin nombre de usuario y no este servidor.',
  discord_url_refused:
    'Esta no es la URL de un webhook de Discord. Empieza por https://discord.com/api/webhooks/ y se copia en los ajustes del canal.',
  discord_webhook_gone:
    'Discord no conoce este webhook. Puede que se haya borrado: crea uno nuevo y pega su URL.',
  malformed_body: 'No se pudo leer la petición. Envía JSON válido.',
  invalid_link_code: 'Este enlace de donación no es válido o se ha desactivado.',
  clip_not_found: 'Este clip de audio ya no está disponible. Súbelo de nuevo o continúa sin él.',
  uploads_closed: 'Este servidor no acepta clips de audio. Sonará el sonido predeterminado.',
  address_not_payable: 'Esta no es la dirección de una billetera normal de Solana. Compruébala.',
  address_of_donation:
    'Esta es la dirección de un solo uso de una donación: lo que se envíe allí sería una donación. Indica la dirección de tu propia billetera.',
  amount_not_payable:
    'La cadena no acepta este importe: una dirección nueva necesita al menos unos 0.0009 SOL. Paga un poco más.',
  withdrawal_to_own_wallet: 'Esta es la billetera en la que está el dinero. Indica la dirección de otra.',
  withdrawal_too_small:
    'Esta dirección está vacía, y la red no deja en ella menos de unos 0.0009 SOL. Retira un poco más.',
  payment_too_small: 'Es menos de lo que falta para llegar al mínimo. Paga un poco más.',
  amount_below_minimum:
    'Esto está por debajo del mínimo del streamer, que puede haber cambiado ahora mismo. Elige un importe mayor.',
  token_not_accepted: 'Este streamer no acepta este token, o ya no. Elige otra moneda.',
  token_amount_refused:
    'Este token no tiene tantos decimales, o no puede haber tanta cantidad. Revisa el importe.',
  token_minimum_too_small:
    'El operador de este servidor ha fijado un mínimo mayor para este token. Elige al menos ese importe.',
  payment_unreadable: 'Esto no es una transacción de Solana. No se ha pagado nada; inténtalo de nuevo.',
  payment_unsigned:
    'Falta la firma de la billetera o no es correcta. No se ha pagado nada; inténtalo de nuevo.',
  payment_changed:
    'La billetera ha convertido este pago en algo distinto de una transferencia a esta donación, así que no se ha enviado. No se ha pagado nada.',
  audio_missing: 'En este envío no hay ningún archivo de audio. Elige uno e inténtalo de nuevo.',
  audio_not_recognised: 'Este no es un archivo de audio mp3, wav, ogg, m4a o webm.',
  audio_too_long: 'El audio debe durar 15 segundos o menos',
  audio_unplayable:
    'Los navegadores no pueden reproducir el tipo de sonido de este archivo. Expórtalo como mp3 e inténtalo de nuevo.',
  audio_damaged:
    'Este archivo de audio está dañado o contiene algo más que una pista de sonido. Expórtalo de nuevo como mp3.',
  audio_silent:
    'En este audio no se oye nada. Elige otro archivo, o mira si el micrófono está silenciado y graba de nuevo.',
  unauthorized: 'Inicia sesión para continuar.',
  insufficient_scope:
    'Esta llave no abre esta llamada: hace falta una de otro alcance. Crea una en Ajustes, en «Moderadores y herramientas».',
  session_needed:
    'Ninguna llave de API ni enlace de moderador abre esta llamada: hace falta el token que se recibe al iniciar sesión.',
  wrong_credentials: 'El nombre de usuario o la contraseña no son correctos.',
  wrong_password: 'Esta contraseña no es correcta.',
  wrong_recovery_code: 'Este código de recuperación no es el de esta cuenta o ya se usó. Revisa los dos.',
  wrong_wallet_proof:
    'Esta no es la billetera de esta cuenta, o pasó demasiado tiempo desde que empezaste. Inténtalo otra vez.',
  confirm_password: 'Escribe tu contraseña otra vez para continuar.',
  confirm_second_factor:
    'Escribe tu contraseña y un código de tu aplicación de autenticación para continuar.',
  wrong_code: 'Este código no es correcto o ya se usó. Las aplicaciones muestran uno nuevo cada 30 segundos.',
  other_site: 'Lo pidió una página de otro sitio. Abre la página de este servidor e inténtalo allí.',
  not_found: 'En esta dirección no hay nada.',
  donation_not_found: 'Esta donación no existe.',
  alert_not_found: 'Esta alerta no existe.',
  block_not_found: 'Esta entrada ya no está en tu lista de bloqueos.',
  access_token_not_found: 'Esta llave de acceso no existe o ya no es válida.',
  alert_rule_not_found: 'Esta regla no existe.',
  alert_sound_not_found: 'Este sonido no existe.',
  webhook_not_found: 'Este webhook no existe.',
  webhook_delivery_not_found: 'Esta entrega no existe o ya no se conserva.',
  streamer_not_found: 'Esta cuenta no existe.',
  sandbox_only: 'Esto solo está disponible en el entorno de pruebas.',
  method_not_allowed: 'Esta dirección no responde a ese tipo de petición.',
  username_differs: 'Ese no es tu nombre de usuario. Escríbelo exactamente como aparece ahí.',
  retention_not_offered:
    'El operador de este servidor guarda los textos de los donantes menos tiempo. Elige uno de los plazos que se ofrecen.',
  account_closing:
    'Esta cuenta está a punto de borrarse. Consérvala primero; después podrás volver a aceptar donaciones.',
  username_taken: 'Este nombre de usuario ya está en uso. Elige otro.',
  backups_off: 'Las copias de seguridad están desactivadas en este servidor (BACKUPS=off).',
  own_account: 'No puedes suspender tu propia cuenta. Otra persona que opere el servidor sí puede.',
  too_many_blocks: 'Ya hay 500 entradas de este tipo. Quita alguna que ya no necesites.',
  name_not_blockable: 'Quien no da un nombre se llama Anonymous, así que este nombre no se puede bloquear.',
  word_not_blockable: 'Una palabra bloqueada necesita una letra o una cifra.',
  payer_unknown:
    'No se sabe qué billetera pagó esto: todavía no ha llegado nada, llegó antes de que se anotaran las billeteras o lo que se sabía de quien donó se quitó. Bloquea el nombre en su lugar.',
  not_your_block: 'Solo el streamer puede quitar esto de la lista de bloqueos.',
  too_many_access_tokens: 'Ya hay 50 llaves de acceso. Revoca alguna que ya no se use.',
  second_factor_on: 'La protección en dos pasos ya está activada.',
  second_factor_off: 'La protección en dos pasos no está activada. Empieza de nuevo.',
  alert_rule_exists: 'Ya hay una regla para este importe. Cambia esa regla.',
  too_many_alert_rules: 'Ya hay 10 reglas. Elimina una primero.',
  too_many_alert_sounds: 'Ya hay 20 sonidos. Elimina uno primero.',
  speech_unavailable: 'Este servidor no tiene voz. Elige las voces de tu overlay.',
  too_many_webhooks: 'Ya hay 5 webhooks. Elimina uno que ya no uses.',
  twitch_not_offered:
    'Los mensajes a Twitch no están configurados en este servidor. Puede hacerlo quien lo gestiona.',
  post_not_connected: 'Todavía no está conectado. Conéctalo primero.',
  too_many_test_posts: 'Ya hay una prueba en camino. Espera un momento.',
  too_many_webhook_tests: 'Ya hay una prueba en camino. Espera un momento.',
  webhook_switched_off: 'Este webhook está desactivado. Actívalo primero.',
  alert_already_settled: 'Otra persona ya ha decidido sobre esta alerta.',
  nothing_to_replay: 'Todavía no se ha mostrado ninguna donación.',
  paid_in_a_token:
    'Esta donación se paga en un token. Escanea el código o usa el enlace; no se ha pagado nada.',
  donation_already_paid: 'Esta donación ya está pagada.',
  donation_expired: 'Esta donación ha caducado. Crea una nueva.',
  donation_failed:
    'La cadena ha deshecho un pago de esta donación. Crea una donación nueva en lugar de pagar otra vez.',
  wallet_balance_too_low:
    'En esta billetera no hay suficiente para este pago y la comisión de la red. No se ha pagado nada.',
  wallet_remainder_too_small:
    'Este pago dejaría en la billetera menos de lo que permite la cadena. No se ha pagado nada; paga un poco menos o usa otra billetera.',
  payment_expired:
    'Ha pasado demasiado tiempo hasta firmar este pago. No se ha pagado nada; inténtalo de nuevo.',
  payment_refused: 'La cadena no acepta este pago. No se ha pagado nada.',
  payment_failed:
    'La cadena ha procesado este pago y lo ha rechazado. Solo se ha pagado la comisión de la red.',
  token_not_found: 'Este servidor no acepta este token.',
  withdrawal_not_found: 'Este retiro no existe.',
  wallet_empty:
    'En tu billetera hay demasiado poco para pagar la comisión de la red de un retiro. No se ha enviado nada.',
  withdrawal_above_balance:
    'En tu billetera no hay tanto como eso más la comisión de la red. Retira menos, o todo.',
  withdrawal_remainder_too_small:
    'En tu billetera quedaría menos de lo que permite la red, unos 0.0009 SOL. Retira un poco menos, o todo.',
  withdrawal_changed:
    'Mientras tanto ha cambiado tu saldo o la comisión de la red. No se ha enviado nada; mira las cifras nuevas.',
  withdrawal_under_way: 'Hay un retiro en curso. No se ha enviado nada más; espera a que llegue.',
  chain_silent:
    'La red Solana no responde en este momento. No se ha enviado nada; inténtalo de nuevo en un minuto.',
  donation_not_paid: 'Esta donación aún no se ha pagado.',
  request_timeout: 'La petición ha tardado demasiado en llegar. Inténtalo de nuevo.',
  precondition_failed: 'Este archivo ha cambiado o no es como se pidió. Vuelve a cargar la página.',
  range_not_satisfiable: 'Esta parte queda más allá del final del archivo.',
  headers_too_large: 'Las cabeceras de esta petición son demasiado grandes.',
  audio_too_large: 'El archivo debe ocupar menos de 5 MB',
  body_too_large: 'Esta petición es demasiado grande.',
  unsupported_media: 'Envía la petición como JSON.',
  too_many_requests: 'Vas un poco rápido. Espera un momento e inténtalo de nuevo.',
  too_many_wrong_codes:
    'Se han escrito demasiados códigos incorrectos. Espera, una hora como máximo, o escribe un código de recuperación.',
  too_many_sockets:
    'Hay demasiadas páginas abiertas desde aquí en este momento. Cierra alguna; esta lo intenta de nuevo por sí sola.',
  audio_quota:
    'Han llegado demasiados clips de audio desde tu conexión. Inténtalo más tarde o continúa sin clip.',
  too_many_open_donations:
    'Ahora mismo hay demasiadas donaciones sin pagar. Paga una o deja que caduque e inténtalo de nuevo.',
  busy: 'El servidor está ocupado. Inténtalo de nuevo dentro de unos segundos.',
  at_capacity:
    'El servidor tiene demasiado que hacer en este momento. No se ha creado ni pagado nada; inténtalo de nuevo dentro de unos 20 segundos.',
  chat_silent:
    'El servicio no responde en este momento. No se ha cambiado nada; inténtalo de nuevo dentro de un minuto.',
  unavailable:
    'El servidor no puede guardar nada en este momento. No se ha perdido nada; inténtalo de nuevo pronto.',
  internal: 'Algo ha fallado por nuestra parte. No se ha perdido nada; inténtalo de nuevo.',
};

const ofSchemas: Record<ValidationText, string> = {
  'Username is required': 'El nombre de usuario es obligatorio',
  'Password is required': 'La contraseña es obligatoria',
  'Username must be at least 3 characters': 'El nombre de usuario debe tener al menos 3 caracteres',
  'Username must be less than 20 characters': 'El nombre de usuario debe tener 20 caracteres como máximo',
  'Username can only contain letters, numbers, underscores and dashes':
    'El nombre de usuario solo puede contener letras, números, guiones y guiones bajos',
  'Password must be at least 6 characters': 'La contraseña debe tener al menos 6 caracteres',
  'Password must be less than 50 characters': 'La contraseña debe tener 50 caracteres como máximo',
  'This time zone is not known.': 'No se conoce esta zona horaria.',
  'Minimum amount must be at least 0.002 SOL': 'El importe mínimo debe ser de al menos 0.002 SOL',
  'Minimum amount cannot exceed 100 SOL': 'El importe mínimo no puede superar 100 SOL',
  'A preset amount cannot exceed 1000 SOL': 'Un importe sugerido no puede superar los 1000 SOL',
  'A preset amount must be at least 0.002 SOL': 'Un importe sugerido debe ser de al menos 0.002 SOL',
  'This amount is there already': 'Este importe ya está en la lista',
  'There can be at most 6 preset amounts': 'Puede haber como máximo 6 importes sugeridos',
  'This is not a link to a channel or a site': 'No es un enlace a un canal ni a un sitio',
  'There can be at most 5 channels': 'Puede haber como máximo 5 canales',
  'Invalid hex color': 'Color hexadecimal no válido',
  'This background style does not exist.': 'Este estilo de fondo no existe.',
  'The gradient must be text.': 'El degradado debe ser un texto.',
  'The gradient must be at most 2000 characters': 'El degradado debe tener 2000 caracteres como máximo',
  'The card style cannot be read.': 'No se puede leer el estilo de la tarjeta.',
  'Name must be less than 50 characters': 'El nombre debe tener 50 caracteres como máximo',
  'Message must be less than 500 characters': 'El mensaje debe tener 500 caracteres como máximo',
  'Please give it a name': 'Ponle un nombre',
  'The name must be at most 40 characters': 'El nombre debe tener 40 caracteres como máximo',
  'A word must be at most 60 characters': 'Una palabra debe tener 60 caracteres como máximo',
  'A list must have at most 500 words': 'Una lista debe tener 500 palabras como máximo',
  'The title must be at most 60 characters': 'El título debe tener 60 caracteres como máximo',
  'Please say why, in 3 letters at least': 'Escribe el motivo, con 3 letras como mínimo',
  'The reason must be at most 300 characters': 'El motivo debe tener 300 caracteres como máximo',
  'The goal must be at least 0.001 SOL': 'La meta debe ser de al menos 0.001 SOL',
  'Please choose what the token may open': 'Elige qué puede abrir el token',
  'A moderator’s link cannot open anything else': 'Un enlace de moderador no puede abrir nada más',
  'Please enter what to block': 'Escribe qué quieres bloquear',
  'It must be at most 60 characters': 'Debe tener 60 caracteres como máximo',
  'This is not a Solana address.': 'Esta no es una dirección de Solana.',
  'Please enter the URL': 'Introduce la URL',
  'The URL must be at most 2000 characters': 'La URL debe tener 2000 caracteres como máximo',
  'Please choose at least one event': 'Elige al menos un evento',
  'Please write what a post says': 'Escribe qué dice el mensaje',
  'The text must be at most 300 characters': 'El texto debe tener 300 caracteres como máximo',
  'There is a placeholder that does not exist. Use {name}, {amount}, {fiat}, {message} and {link}.':
    'Hay un marcador que no existe. Usa {name}, {amount}, {fiat}, {message} y {link}.',
  'Each [ needs its ], and brackets cannot stand in each other':
    'Cada [ necesita su ], y no puede haber corchetes dentro de otros',
  'Please paste the webhook URL of the channel': 'Pega la URL del webhook del canal',
  'The URL must be at most 300 characters': 'La URL debe tener 300 caracteres como máximo',
  'Please paste the address of a wallet': 'Pega la dirección de una billetera',
  'Please enter an amount above 0': 'Introduce un importe mayor que 0',
  'No wallet holds that much. Please enter less': 'Ninguna billetera tiene tanto. Introduce menos',
  'The amount must be from 0.002 to 100000 SOL': 'El importe debe estar entre 0.002 y 100000 SOL',
  'Please enter an amount in digits, for example 5 or 2.50':
    'Escribe un importe en cifras, por ejemplo 5 o 2.50',
  'The card can stand for 7 to 15 seconds': 'La tarjeta puede quedarse de 7 a 15 segundos',
};

/** The same with the scopes that the English words name. */
function ofScope(message: string): string | null {
  const scopes = message.match(/`[\w:]+`/g);
  if (scopes === null) return null;
  return `Esta llave no abre esta llamada: hace falta una con ${scopes.join(' o ')}. Crea una en Ajustes, en «Moderadores y herramientas».`;
}

const byMessage: Record<string, string | undefined> = ofSchemas;

/** A refusal in Spanish: by its words, else by its code, else as it came. */
const refusal: RefusalWords = (message, code) =>
  byMessage[message] ??
  (code === 'insufficient_scope' ? ofScope(message) : null) ??
  (code !== null && code in ofProblems ? ofProblems[code as ProblemCode] : message);

/** Spanish: what server and schemas refuse. */
export const texts: typeof english = { refusal };
