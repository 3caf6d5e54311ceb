import type { TwoFactorTexts } from './texts.js'

/** The Spanish texts. */
export const spanish: TwoFactorTexts = {
  verify: {
    title: 'Confirme que es usted',
    account: 'Cuenta: {account}',
    codeMessage: 'Introduzca el código de su aplicación de autenticación.',
    codeLabel: 'Código',
    recoveryMessage:
      'Introduzca uno de los códigos de recuperación que guardó. Cada uno se puede usar una vez.',
    recoveryLabel: 'Código de recuperación',
    passkeyMessage: 'Use su llave de acceso o su llave de seguridad.',
    button: 'Continuar',
    passkeyButton: 'Usar una llave de acceso',
    passkeyUnsupported: 'Las llaves de acceso necesitan JavaScript y un navegador que las admita.',
    remember: 'No volver a preguntar en este dispositivo durante {days} días',
    useCode: 'Usar su aplicación de autenticación',
    useRecoveryCode: 'Usar un código de recuperación',
    usePasskey: 'Usar una llave de acceso',
  },
  enroll: {
    title: 'Configure una aplicación de autenticación',
    message:
      'Escanee el código QR con su aplicación de autenticación. Después, introduzca el código que muestra.',
    requiredMessage: 'Su cuenta necesita la autenticación de dos factores.',
    qrCode: 'Código QR para su aplicación de autenticación',
    openApp: 'Abrir en una aplicación de este dispositivo',
    secretLabel: 'Si no puede escanearlo, introduzca esta clave:',
    codeLabel: 'Código',
    button: 'Activar',
  },
  recoveryCodes: {
    title: 'Guarde sus códigos de recuperación',
    message:
      'Si pierde su dispositivo, puede iniciar sesión con uno de estos códigos. Cada uno se puede usar una vez. No se mostrarán de nuevo.',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Descargar',
    print: 'Imprimir',
    button: 'Los he guardado',
  },
  manage: {
    title: 'Autenticación de dos factores',
    off: 'No hay ninguna aplicación de autenticación configurada.',
    on: 'Hay una aplicación de autenticación configurada.',
    disabled:
      'Los códigos de su aplicación están desactivados tras demasiados códigos incorrectos. Configúrela de nuevo.',
    recoveryCodes: 'Códigos de recuperación sin usar: {count}',
    devices: 'Dispositivos en los que no se pregunta: {count}',
    enable: 'Configurar una aplicación de autenticación',
    replace: 'Sustituir la aplicación',
    newRecoveryCodes: 'Crear nuevos códigos de recuperación',
    forgetDevices: 'Preguntar en todos los dispositivos',
    remove: 'Desactivar',
    removeTitle: '¿Desactivar la autenticación de dos factores?',
    removeMessage: 'Iniciará sesión sin código y sus códigos de recuperación dejarán de funcionar.',
    cancel: 'Cancelar',
    back: 'Volver a {host}',
  },
  errors: {
    'wrong-code': 'El código no es correcto o ya se ha usado. Espere al siguiente e inténtelo de nuevo.',
    'wrong-passkey': 'Su llave de acceso no se confirmó. Inténtelo de nuevo o use otro método.',
    'too-many-attempts': 'Ha habido demasiados intentos. Use otro método o inténtelo más tarde.',
    'method-disabled': 'Este método está desactivado tras demasiados códigos incorrectos. Use otro método.',
    'no-such-method': 'Este método no está configurado. Use otro.',
    'enrollment-expired': 'Ha pasado el tiempo para introducir el código. Escanee el nuevo código QR.',
    'second-factor-required': 'Confirme primero que es usted.',
    required: 'Su cuenta necesita la autenticación de dos factores, así que no se puede desactivar.',
  },
  notice: {
    subject: 'Su inicio de sesión en {host} ha cambiado',
    changes: {
      enabled: 'Se configuró una aplicación de autenticación para su cuenta en {host}.',
      replaced: 'Se sustituyó la aplicación de autenticación de su cuenta en {host}.',
      removed: 'Se quitó la aplicación de autenticación de su cuenta en {host}.',
      'recovery-codes-created':
        'Se crearon nuevos códigos de recuperación para su cuenta en {host}. Los anteriores ya no son válidos.',
      'recovery-code-used': 'Se usó un código de recuperación para iniciar sesión en su cuenta en {host}.',
      'devices-forgotten': 'Su cuenta en {host} vuelve a pedir el segundo paso en todos los dispositivos.',
      'wrong-codes':
        'Se han introducido diez códigos incorrectos seguidos en su cuenta en {host}. Es posible que otra persona conozca su contraseña.',
    },
    warning:
      'Si no ha sido usted, revise su cuenta ahora: {url}. Después, cambie su contraseña y póngase en contacto con el soporte de {host}.',
  },
}
