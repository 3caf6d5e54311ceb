import type { AuditLogTexts } from './texts.js'

/** The Spanish texts. */
export const spanish: AuditLogTexts = {
  language: 'es',
  title: 'Actividad reciente',
  none: 'Todavía no hay actividad.',
  device: '{browser} en {system}',
  actions: {
    'sign-in': 'Inicio de sesión',
    'sign-in-failure': 'Inicio de sesión fallido',
    'sign-out': 'Cierre de sesión',
    'user-created': 'Cuenta creada',
    'user-updated': 'Correo electrónico confirmado o cambiado',
    'account-linked': 'Cuenta vinculada',
    'two-factor.enabled': 'Aplicación de autenticación configurada',
    'two-factor.replaced': 'Aplicación de autenticación reemplazada',
    'two-factor.removed': 'Aplicación de autenticación eliminada',
    'two-factor.recovery-codes-created': 'Nuevos códigos de recuperación creados',
    'two-factor.recovery-code-used': 'Código de recuperación usado',
    'two-factor.devices-forgotten': 'Segundo factor solicitado de nuevo en todos los dispositivos',
    'two-factor.verification-failed': 'Segundo factor no aceptado',
    'passwords.sign-up': 'Cuenta creada con contraseña',
    'passwords.sign-in-failed': 'Contraseña incorrecta al iniciar sesión',
    'passwords.confirmation-failed': 'Contraseña incorrecta introducida',
    'passwords.password-set': 'Contraseña establecida',
    'passwords.password-changed': 'Contraseña cambiada',
    'passwords.password-reset': 'Contraseña restablecida',
    'passwords.password-removed': 'Contraseña eliminada',
    'passwords.password-change-required': 'Nueva contraseña requerida',
    'passwords.email-confirmed': 'Correo electrónico confirmado',
  },
  other: 'Actividad: {action}',
}
