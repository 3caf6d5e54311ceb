import type { Translations } from '../../types/translations.js'

const tryAnother = 'Inténtelo de nuevo o use otra cuenta.'

/** The Spanish texts of the built-in pages. */
export const spanish: Translations = {
  lang: 'es',
  dir: 'ltr',
  logoAlt: 'Logotipo',
  signIn: {
    heading: 'Iniciar sesión',
    subtitle: 'para continuar a {host}',
    button: 'Iniciar sesión con {name}',
    submitButton: 'Iniciar sesión',
    emailButton: 'Iniciar sesión con correo electrónico',
    emailLabel: 'Correo electrónico',
    emailPlaceholder: 'email@example.com',
    identifierLabel: 'Correo electrónico o nombre de usuario',
    continueButton: 'Continuar',
    anotherIdentifier: 'Usar otra dirección',
    emailLinkButton: 'Enviarme un enlace de acceso',
    emailCodeButton: 'Enviarme un código de acceso',
    showPassword: 'Mostrar contraseña',
    lastUsed: 'Último usado',
    signedIn: 'Ya has iniciado sesión.',
    anotherAccount: 'Usar otra cuenta',
    addMethod: 'o añadir una forma de iniciar sesión',
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
        'Añada al menos un proveedor a {providers} en la configuración. Un proveedor con contraseña aparece aquí cuando tiene campos en {credentials}.',
    },
    errors: {
      Signin: `No se pudo iniciar la sesión. ${tryAnother}`,
      OAuthSignin: `No se pudo contactar con ese servicio. ${tryAnother}`,
      OAuthCallbackError: `El inicio de sesión se canceló, caducó o no se completó. ${tryAnother}`,
      OAuthCreateAccount: `No se pudo crear su cuenta. ${tryAnother}`,
      EmailCreateAccount: `No se pudo crear su cuenta. ${tryAnother}`,
      Callback: `Se produjo un error después de volver de ese servicio. ${tryAnother}`,
      OAuthAccountNotLinked:
        'Para confirmar su identidad, inicie sesión con la cuenta que usó la primera vez.',
      AccountNotLinked:
        'Esta llave de acceso no se puede usar para esa cuenta. Inicie sesión con el método original y luego añádala.',
      InvalidIdentifier: 'Esta dirección de correo no está completa. Revísala e inténtalo de nuevo.',
      EmailSignin: 'No se pudo enviar el correo. Compruebe la dirección de correo e inténtelo de nuevo.',
      CredentialsSignin: 'Los datos no son correctos. Compruébelos e inténtelo de nuevo.',
      SessionRequired: 'Inicie sesión para ver esa página.',
      MissingCSRF:
        'No pudimos confirmar que esta solicitud fuera suya. Inténtelo de nuevo. Si el problema continúa, permita las cookies de este sitio.',
    },
    otherError: 'No se pudo iniciar la sesión. Inténtelo de nuevo.',
  },
  accountExists: {
    methods: 'Ya tiene una cuenta con esta dirección de correo electrónico. Inicie sesión con: {methods}.',
    emailed:
      'Para confirmar que es usted, inicie sesión con la cuenta que usó la primera vez. Le hemos enviado un correo electrónico que explica cómo.',
    emailHeading: 'Cómo iniciar sesión en {host}',
    emailMessage:
      'Un inicio de sesión con {provider} usó su dirección de correo electrónico. Ya tiene una cuenta en {host}. Inicie sesión con: {methods}.',
  },
  signOut: {
    heading: 'Cerrar sesión',
    question: '¿Seguro que quiere cerrar la sesión en {host}?',
    button: 'Cerrar sesión',
    cancel: 'Mantener la sesión abierta',
  },
  stepUp: {
    heading: 'Confirme que es usted',
    signedInAs: 'Ha iniciado sesión como {name}.',
    needsRecentSignIn: 'Para proteger su cuenta, esta página necesita un inicio de sesión reciente.',
    needsAnotherMethod: 'Para proteger su cuenta, esta página necesita otra confirmación de que es usted.',
    button: 'Continuar con {name}',
    submitButton: 'Confirmar',
    emailButton: 'Confirmar por correo electrónico',
    passkeyButton: 'Confirmar con una llave de acceso',
    tooWeak:
      'Sus métodos de inicio de sesión no bastan para esta página. Añada uno de estos a su cuenta y volverá aquí.',
    connectButton: 'Conectar {name}',
    signInAgain:
      'Ninguno de sus métodos de inicio de sesión puede confirmarlo ahora. Cierre la sesión y vuelva a iniciarla.',
    unreachable:
      'Su cuenta no puede abrir esta página, porque esta aplicación no ofrece ningún método de inicio de sesión suficiente. Póngase en contacto con el equipo de soporte.',
    cancel: 'Cancelar',
  },
  verifyRequest: {
    heading: 'Revise su correo',
    message: 'Se ha enviado un enlace de inicio de sesión a su correo electrónico.',
    hint: 'Puede tardar un minuto. Si no lo recibe, revise la carpeta de correo no deseado.',
    backToSite: 'Volver a {host}',
    codeMessage: 'Se ha enviado un código a su correo electrónico. Escríbalo aquí, en este navegador.',
    codeLabel: 'Código',
    codeButton: 'Iniciar sesión',
    codeError: 'El código no es correcto. Compruébelo e inténtelo de nuevo.',
    resendButton: 'Enviar de nuevo',
    resendWait: 'Volver a enviar en {seconds} s',
  },
  confirm: {
    heading: 'Terminar de iniciar sesión',
    question: 'Este enlace inicia su sesión en {host}. Si no lo ha solicitado, cierre esta página.',
    button: 'Iniciar sesión',
    cancel: 'No lo he solicitado',
  },
  email: {
    subject: 'Iniciar sesión en {host}',
    heading: 'Iniciar sesión en {host}',
    button: 'Iniciar sesión',
    linkLabel: 'O copie este enlace en su navegador:',
    codeLabel: 'Escriba este código en el navegador donde lo solicitó:',
    expiry: 'Válido durante {time}. Se puede usar una sola vez.',
    ignore: 'Si no ha solicitado este correo, puede ignorarlo.',
  },
  error: {
    button: 'Iniciar sesión',
    backToSite: 'Volver a {host}',
    developmentOnly: 'Solo visible durante el desarrollo',
    reference: 'Referencia: {reference}',
    errors: {
      Configuration: {
        heading: 'Se ha producido un error por nuestra parte',
        message:
          'Inténtelo de nuevo más tarde. Si usted administra este sitio, consulte la causa en el registro del servidor.',
      },
      AccessDenied: {
        heading: 'Acceso denegado',
        message: 'No tiene permiso para iniciar sesión aquí. Si tiene otra cuenta, pruebe con ella.',
      },
      UnknownAction: {
        heading: 'Esta página no existe',
        message: 'Compruebe la dirección. Para iniciar sesión, use el botón.',
      },
      ImpersonationActive: {
        heading: 'Está actuando como otro usuario',
        message:
          'Un administrador no puede cambiar cómo accede un usuario, confirmar su identidad, exportar sus datos ni eliminar su cuenta. Primero deje de actuar como ese usuario.',
      },
      StepUpFailed: {
        heading: 'No hemos podido confirmar que es usted',
        message:
          'Ha usado otra cuenta o ha cancelado, o el servicio no le ha pedido que inicie sesión de nuevo. Su sesión sigue como antes. Vuelva atrás e inténtelo de nuevo.',
      },
      Verification: {
        heading: 'Este enlace o código ya no es válido',
        message:
          'Ya se ha usado, ha caducado o se ha introducido incorrectamente demasiadas veces. Inicie sesión de nuevo para recibir otro.',
      },
      ChangedLink: {
        heading: 'Este enlace no está completo',
        message:
          'El enlace del correo se ha modificado por el camino. Copie el enlace completo del correo, o vuelva a iniciar sesión para recibir otro.',
      },
      TooManyRequests: {
        heading: 'Demasiados intentos',
        message: 'Espere unos minutos y vuelva a intentarlo. También puede iniciar sesión de otra forma.',
      },
      WebAuthnVerificationError: {
        heading: 'No se confirmó su llave de acceso',
        message: 'No ha cambiado nada. Inténtelo de nuevo o inicie sesión de otra forma.',
      },
      UnknownCredential: {
        heading: 'Esta llave de acceso ya no es válida aquí',
        message:
          'Inicie sesión de otra forma. Después, elimine esta llave de acceso de su gestor de contraseñas.',
      },
    },
    otherError: { heading: 'Error', message: 'Se ha producido un error. Vuelva atrás y empiece de nuevo.' },
  },
}
