import type { AuditLogTexts } from './texts.js'

/** The Portuguese texts. */
export const portuguese: AuditLogTexts = {
  language: 'pt',
  title: 'Atividade recente',
  none: 'Ainda não há atividade.',
  device: '{browser} em {system}',
  actions: {
    'sign-in': 'Sessão iniciada',
    'sign-in-failure': 'Falha ao iniciar sessão',
    'sign-out': 'Sessão terminada',
    'user-created': 'Conta criada',
    'user-updated': 'Endereço de e-mail confirmado ou alterado',
    'account-linked': 'Conta vinculada',
    'two-factor.enabled': 'Aplicação de autenticação configurada',
    'two-factor.replaced': 'Aplicação de autenticação substituída',
    'two-factor.removed': 'Aplicação de autenticação removida',
    'two-factor.recovery-codes-created': 'Novos códigos de recuperação criados',
    'two-factor.recovery-code-used': 'Código de recuperação usado',
    'two-factor.devices-forgotten': 'Segundo fator pedido novamente em todos os dispositivos',
    'two-factor.verification-failed': 'Segundo fator não aceite',
    'passwords.sign-up': 'Conta criada com senha',
    'passwords.sign-in-failed': 'Senha incorreta ao iniciar sessão',
    'passwords.confirmation-failed': 'Senha incorreta inserida',
    'passwords.password-set': 'Senha definida',
    'passwords.password-changed': 'Senha alterada',
    'passwords.password-reset': 'Senha redefinida',
    'passwords.password-removed': 'Senha removida',
    'passwords.password-change-required': 'Nova senha exigida',
    'passwords.email-confirmed': 'Endereço de e-mail confirmado',
  },
  other: 'Atividade: {action}',
}
