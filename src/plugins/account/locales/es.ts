import type { AccountTexts } from './texts.js'

/** The Spanish texts. */
export const spanish: AccountTexts = {
  language: 'es',
  title: 'Su cuenta',
  back: 'Volver a {host}',
  cancel: 'Cancelar',
  saved: 'Sus cambios se han guardado.',
  signOut: 'Cerrar sesión',
  profile: {
    title: 'Perfil',
    nameLabel: 'Nombre',
    imageLabel: 'Imagen (URL)',
    upload: 'Subir una imagen',
    save: 'Guardar perfil',
  },
  emails: {
    title: 'Direcciones de correo electrónico',
    primary: 'Principal',
    verified: 'Confirmada',
    unverified: 'Sin confirmar',
    makePrimary: 'Convertir en principal',
    remove: 'Eliminar',
    resend: 'Enviar el enlace de nuevo',
    addLabel: 'Nueva dirección de correo electrónico',
    add: 'Añadir dirección de correo',
    sent: 'Hemos enviado un enlace a la nueva dirección. Ábralo en este navegador.',
  },
  accounts: {
    title: 'Cuentas conectadas',
    connected: 'Conectada',
    notConnected: 'No conectada',
    connect: 'Conectar',
    disconnect: 'Desconectar',
    unlisted: 'Esta aplicación no puede mostrar las cuentas conectadas.',
  },
  passkeys: {
    title: 'Llaves de acceso',
    none: 'Inicie sesión con su huella digital, su rostro o el bloqueo de pantalla.',
    defaultName: 'Llave de acceso',
    synced: 'En todos sus dispositivos',
    oneDevice: 'En un solo dispositivo',
    added: 'Añadida el {date}',
    used: 'Usada por última vez el {date}',
    nameLabel: 'Nombre de la llave de acceso',
    rename: 'Cambiar nombre',
    remove: 'Eliminar',
    add: 'Añadir una llave de acceso',
    failed: 'No se creó la llave de acceso. Es posible que este dispositivo ya tenga una.',
    unsupported:
      'Para añadir una llave de acceso, active JavaScript y use un navegador que admita llaves de acceso.',
  },
  sessions: {
    title: 'Dónde ha iniciado sesión',
    current: 'Este navegador',
    unknownDevice: 'Navegador desconocido',
    lastSeen: 'Último uso: {date}',
    method: 'Sesión iniciada con {method}',
    network: 'Red {network}',
    end: 'Cerrar sesión',
    endOthers: 'Cerrar sesión en los demás dispositivos',
    endAll: 'Cerrar sesión en todos los dispositivos',
  },
  data: {
    title: 'Sus datos',
    exportMessage: 'Descargue lo que {host} guarda sobre usted en un archivo JSON.',
    export: 'Descargar sus datos',
    deleteMessage: 'Elimine su cuenta y todo lo que contiene.',
    delete: 'Eliminar cuenta',
  },
  deletion: {
    title: '¿Eliminar su cuenta?',
    message:
      'Se eliminará su cuenta en {host} y se cerrará su sesión en todos los dispositivos. Esta acción no se puede deshacer.',
    confirmation: 'Entiendo que mi cuenta se eliminará',
    button: 'Eliminar cuenta',
    deletedTitle: 'Su cuenta se ha eliminado',
    deletedMessage: 'Se ha cerrado su sesión en todos los dispositivos.',
  },
  confirmEmail: {
    title: 'Confirme su correo electrónico',
    message: 'Va a añadir {email} a su cuenta en {host}.',
    button: 'Confirmar correo electrónico',
  },
  undoEmail: {
    title: '¿Deshacer el cambio?',
    message:
      '{email} volverá a ser su correo electrónico en {host} y se cerrará la sesión en todos los dispositivos.',
    button: 'Deshacer el cambio',
    doneTitle: 'El cambio se ha deshecho',
    doneMessage:
      'Se ha cerrado la sesión en todos los dispositivos. Inicie sesión y cambie su contraseña si es posible que otra persona la conozca.',
  },
  secure: {
    title: '¿Cerrar sesión en todos los dispositivos?',
    message: 'Se cerrará la sesión de su cuenta en {host} en todos los dispositivos.',
    button: 'Cerrar sesión en todos los dispositivos',
    doneTitle: 'Se ha cerrado su sesión en todos los dispositivos',
    doneMessage: 'Inicie sesión y cambie su contraseña si es posible que otra persona la conozca.',
    link: 'No he sido yo: cerrar sesión en todos los dispositivos',
  },
  expired: {
    title: 'Este enlace ha caducado',
    message:
      'El enlace ya se ha usado, es demasiado antiguo o pertenece a otra cuenta. Los enlaces para confirmar una dirección funcionan en el navegador en el que ha iniciado sesión.',
  },
  emailsOfLinks: {
    confirm: {
      subject: 'Confirme su correo electrónico en {host}',
      heading: 'Confirme su correo electrónico',
      message: 'Abra este enlace en el navegador en el que ha iniciado sesión en {host}.',
      button: 'Confirmar correo electrónico',
      note: 'El enlace es válido durante 24 horas. Si no lo ha solicitado, ignore este correo.',
    },
    taken: {
      subject: 'Su correo electrónico en {host}',
      heading: 'Ya tiene una cuenta con esta dirección',
      message:
        'Otra cuenta en {host} ha solicitado añadir esta dirección de correo, que pertenece a su cuenta. No ha cambiado nada.',
    },
  },
  notices: {
    'email-added': {
      subject: 'Nueva dirección de correo en {host}',
      heading: 'Se añadió una dirección de correo',
      message: 'Se añadió {email} a su cuenta en {host}.',
    },
    'primary-email-changed': {
      subject: 'Su correo electrónico en {host} ha cambiado',
      heading: 'Su correo electrónico ha cambiado',
      message: 'El correo electrónico principal de su cuenta en {host} es ahora {email}.',
    },
    'email-removed': {
      subject: 'Se eliminó una dirección de correo en {host}',
      heading: 'Se eliminó una dirección de correo',
      message: 'Se eliminó {email} de su cuenta en {host}.',
    },
    'account-linked': {
      subject: 'Nueva forma de iniciar sesión en {host}',
      heading: 'Se conectó {name}',
      message: 'Ahora puede iniciar sesión en su cuenta en {host} con {name}.',
    },
    'account-unlinked': {
      subject: 'Se eliminó una forma de iniciar sesión en {host}',
      heading: 'Se desconectó {name}',
      message: 'Ya no puede iniciar sesión en su cuenta en {host} con {name}.',
    },
    'passkey-added': {
      subject: 'Nueva llave de acceso en {host}',
      heading: 'Se añadió una llave de acceso',
      message: 'Ahora puede iniciar sesión en su cuenta en {host} con la llave de acceso «{name}».',
    },
    'passkey-removed': {
      subject: 'Se eliminó una llave de acceso en {host}',
      heading: 'Se eliminó una llave de acceso',
      message: 'Se eliminó la llave de acceso «{name}» de su cuenta en {host}.',
    },
    deleted: {
      subject: 'Su cuenta en {host} se ha eliminado',
      heading: 'Su cuenta se ha eliminado',
      message: 'Se han eliminado su cuenta en {host} y sus datos.',
    },
    warning:
      'Si no ha sido usted, cierre sesión en todos los dispositivos. Después, inicie sesión y cambie su contraseña.',
    undo: 'Deshacer el cambio',
    undoNote:
      'Si no ha sido usted, deshaga el cambio en un plazo de 7 días. También se cerrará la sesión en todos los dispositivos.',
  },
  errors: {
    'recent-sign-in-required': 'Confirme primero que es usted.',
    'invalid-name': 'El nombre tiene más de 200 caracteres o contiene caracteres no permitidos.',
    'invalid-image': 'La imagen debe ser una URL que empiece por https://.',
    'invalid-email': 'No podemos usar esta dirección de correo.',
    'already-added': 'Su cuenta ya tiene esta dirección de correo.',
    'too-many-emails': 'Su cuenta tiene demasiadas direcciones de correo. Elimine primero una.',
    'unverified-email': 'Confirme primero esta dirección de correo.',
    'primary-email': 'Esta es su dirección de correo principal. Convierta primero otra en principal.',
    'email-taken': 'Ahora otra cuenta usa esta dirección de correo.',
    'not-found': 'Esto ya no está en su cuenta.',
    'last-sign-in-method': 'Esta es su última forma de iniciar sesión. Añada primero otra.',
    'not-supported': 'Esta aplicación no lo admite.',
    'expired-link': 'El enlace ha caducado.',
    'too-many-attempts': 'Ha habido demasiados intentos. Inténtelo más tarde.',
    'confirmation-required': 'Confirme que su cuenta se eliminará.',
  },
}
