import type { TwoFactorTexts } from './texts.js'

/** The Spanish texts. */
export const spanish: TwoFactorTexts = {
  verify: {
    title: 'Confirma que eres tú',
    codeMessage: 'Introduce el código de tu aplicación de autenticación.',
    codeLabel: 'Código',
    recoveryMessage:
      'Introduce uno de los códigos de recuperación que guardaste. Cada uno se puede usar una vez.',
    recoveryLabel: 'Código de recuperación',
    passkeyMessage: 'Usa tu llave de acceso o tu llave de seguridad.',
    button: 'Continuar',
    passkeyButton: 'Usar una llave de acceso',
    passkeyUnsupported: 'Las llaves de acceso necesitan JavaScript y un navegador que las admita.',
    remember: 'No volver a preguntar en este dispositivo durante {days} días',
    useCode: 'Usar tu aplicación de autenticación',
    useRecoveryCode: 'Usar un código de recuperación',
    usePasskey: 'Usar una llave de acceso',
  },
  enroll: {
    title: 'Configura una aplicación de autenticación',
    message:
      'Escanea el código QR con tu aplicación de autenticación. Después introduce el código que muestra.',
    requiredMessage: 'Tu cuenta necesita un segundo paso para iniciar sesión.',
    qrCode: 'Código QR para tu aplicación de autenticación',
    openApp: 'Abrir en una aplicación de este dispositivo',
    secretLabel: 'Si no puedes escanearlo, introduce esta clave:',
    codeLabel: 'Código',
    button: 'Activar',
  },
  recoveryCodes: {
    title: 'Guarda tus códigos de recuperación',
    message:
      'Si pierdes tu dispositivo, puedes iniciar sesión con uno de estos códigos. Cada uno se puede usar una vez. No se mostrarán de nuevo.',
    button: 'Los he guardado',
  },
  manage: {
    title: 'Inicio de sesión en dos pasos',
    off: 'No hay ninguna aplicación de autenticación configurada.',
    on: 'Hay una aplicación de autenticación configurada.',
    disabled:
      'Los códigos de tu aplicación están desactivados tras demasiados códigos incorrectos. Configúrala de nuevo.',
    recoveryCodes: 'Códigos de recuperación sin usar: {count}',
    devices: 'Dispositivos en los que no se pregunta: {count}',
    enable: 'Configurar una aplicación de autenticación',
    replace: 'Sustituir la aplicación',
    newRecoveryCodes: 'Crear nuevos códigos de recuperación',
    forgetDevices: 'Preguntar en todos los dispositivos',
    remove: 'Desactivar',
    back: 'Volver a {host}',
  },
  errors: {
    'wrong-code': 'El código no es correcto o ya se ha usado. Espera al siguiente e inténtalo de nuevo.',
    'wrong-passkey': 'Tu llave de acceso no se confirmó. Inténtalo de nuevo o usa otro método.',
    'too-many-attempts': 'Ha habido demasiados intentos. Usa otro método o inténtalo más tarde.',
    'method-disabled': 'Este método está desactivado tras demasiados códigos incorrectos. Usa otro método.',
    'no-such-method': 'Este método no está configurado. Usa otro.',
    'enrollment-expired': 'Ha pasado el tiempo para introducir el código. Escanea el nuevo código QR.',
    'second-factor-required': 'Confirma primero que eres tú.',
    required: 'Tu cuenta necesita un segundo paso para iniciar sesión, así que no se puede desactivar.',
  },
  notice: {
    subject: 'Tu inicio de sesión en {host} ha cambiado',
    changes: {
      enabled: 'Se configuró una aplicación de autenticación para tu cuenta en {host}.',
      replaced: 'Se sustituyó la aplicación de autenticación de tu cuenta en {host}.',
      removed: 'Se quitó la aplicación de autenticación de tu cuenta en {host}.',
      'recovery-codes-created':
        'Se crearon nuevos códigos de recuperación para tu cuenta en {host}. Los anteriores ya no son válidos.',
      'recovery-code-used': 'Se usó un código de recuperación para iniciar sesión en tu cuenta en {host}.',
      'devices-forgotten': 'Tu cuenta en {host} vuelve a pedir el segundo paso en todos los dispositivos.',
      'wrong-codes':
        'Se han introducido diez códigos incorrectos seguidos en tu cuenta en {host}. Es posible que otra persona conozca tu contraseña.',
    },
    warning:
      'Si no fuiste tú, revisa tu cuenta ahora: {url}. Después cambia tu contraseña y contacta con el soporte de {host}.',
  },
}
