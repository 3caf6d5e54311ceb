import type { Translations } from '../../types/translations.js'

const tryAnother = 'Inténtelo de nuevo o use otra cuenta.'

/** The words of the built-in pages in Spanish. */
export const spanish: Translations = {
  lang: 'es',
  dir: 'ltr',
  logoAlt: 'Logotipo',
  signIn: {
    title: 'Iniciar sesión',
    heading: 'Iniciar sesión',
    subtitle: 'para continuar a {host}',
    button: 'Iniciar sesión con {name}',
    submitButton: 'Iniciar sesión',
    emailButton: 'Iniciar sesión con correo electrónico',
    emailLabel: 'Correo electrónico',
    emailPlaceholder: 'email@example.com',
    separator: 'o',
    passkey: {
      button: 'Iniciar sesión con una llave de acceso',
      createButton: 'Crear una llave de acceso',
      unsupported: 'Las llaves de acceso necesitan JavaScript y un navegador compatible.',
      failed: 'No se confirmó su llave de acceso. Inténtelo de nuevo o inicie sesión de otra forma.',
    },
    noProviders: {
      heading: 'No hay ninguna forma de iniciar sesión',
      message:
        'Añada al menos una a {providers} en la configuración. La de contraseña aparece aquí cuando tiene campos en {credentials}.',
    },
    errors: {
      Signin: `No se pudo iniciar la sesión. ${tryAnother}`,
      OAuthSignin: `No se pudo contactar con ese servicio. ${tryAnother}`,
      OAuthCallbackError: `El inicio de sesión se canceló o no se completó. ${tryAnother}`,
      OAuthCreateAccount: `No se pudo crear su cuenta. ${tryAnother}`,
      EmailCreateAccount: `No se pudo crear su cuenta. ${tryAnother}`,
      Callback: `Algo falló al volver de ese servicio. ${tryAnother}`,
      OAuthAccountNotLinked:
        'Para confirmar su identidad, inicie sesión con la cuenta que usó la primera vez.',
      AccountNotLinked:
        'Esta llave de acceso no sirve para esa cuenta. Inicie sesión como la primera vez y luego añádala.',
      EmailSignin: 'No se pudo enviar el correo. Compruebe la dirección e inténtelo de nuevo.',
      CredentialsSignin: 'Esos datos no coinciden. Compruébelos e inténtelo de nuevo.',
      SessionRequired: 'Inicie sesión para ver esa página.',
      MissingCSRF:
        'No pudimos confirmar que esta solicitud fuera suya. Inténtelo de nuevo; si sigue ocurriendo, permita las cookies de este sitio.',
    },
    otherError: 'No se pudo iniciar la sesión. Inténtelo de nuevo.',
  },
  signOut: {
    title: 'Cerrar sesión',
    heading: 'Cerrar sesión',
    question: '¿Seguro que quiere cerrar la sesión en {host}?',
    button: 'Cerrar sesión',
    cancel: 'Mantener la sesión abierta',
  },
  verifyRequest: {
    title: 'Verificación',
    heading: 'Revise su correo',
    message: 'Se ha enviado un enlace de inicio de sesión a su correo electrónico.',
    hint: 'Puede tardar un minuto. Si no llega nada, mire en la carpeta de correo no deseado.',
    backToSite: 'Volver a {host}',
    codeMessage: 'Se ha enviado un código a su correo electrónico. Escríbalo aquí, en este navegador.',
    codeLabel: 'Código',
    codeButton: 'Iniciar sesión',
    codeError: 'Ese código no es correcto. Compruébelo e inténtelo de nuevo.',
  },
  confirm: {
    title: 'Confirmar el inicio de sesión',
    heading: 'Terminar de iniciar sesión',
    question: 'Este enlace inicia su sesión en {host}. Si no lo ha pedido, salga de esta página.',
    button: 'Iniciar sesión',
    cancel: 'No lo he pedido',
  },
  email: {
    subject: 'Iniciar sesión en {host}',
    heading: 'Iniciar sesión en {host}',
    button: 'Iniciar sesión',
    linkLabel: 'O copie esta dirección en su navegador:',
    codeLabel: 'Escriba este código donde lo pidió:',
    expiry: 'Funciona una sola vez, durante {time}.',
    ignore: 'Si no ha pedido este correo, puede ignorarlo.',
  },
  error: {
    title: 'Error',
    button: 'Iniciar sesión',
    backToSite: 'Volver a {host}',
    devNotice: 'Solo visible durante el desarrollo',
    errors: {
      Configuration: {
        heading: 'Algo ha fallado por nuestra parte',
        message:
          'Inténtelo de nuevo dentro de un rato. Si usted administra este sitio, el registro del servidor explica lo ocurrido.',
      },
      AccessDenied: {
        heading: 'Acceso denegado',
        message: 'No tiene permiso para iniciar sesión aquí. Si tiene otra cuenta, pruebe con ella.',
      },
      Verification: {
        heading: 'Este enlace o código ya no es válido',
        message:
          'Ya se ha usado, ha caducado o se ha escrito mal demasiadas veces. Inicie sesión de nuevo para recibir otro.',
      },
      WebAuthnVerificationError: {
        heading: 'No se confirmó su llave de acceso',
        message: 'No ha cambiado nada. Inténtelo de nuevo o inicie sesión de otra forma.',
      },
    },
    otherError: { heading: 'Error', message: 'Algo ha fallado. Vuelva atrás y empiece de nuevo.' },
  },
}
