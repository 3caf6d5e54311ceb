import type { TwoFactorTexts } from './texts.js'

/** The Portuguese texts. */
export const portuguese: TwoFactorTexts = {
  verify: {
    title: 'Confirme a sua identidade',
    account: 'Conta: {account}',
    codeMessage: 'Insira o código da sua aplicação de autenticação.',
    codeLabel: 'Código',
    recoveryMessage: 'Insira um dos códigos de recuperação que guardou. Cada um pode ser usado uma vez.',
    recoveryLabel: 'Código de recuperação',
    passkeyMessage: 'Use a sua chave de acesso ou chave de segurança.',
    button: 'Continuar',
    passkeyButton: 'Usar uma chave de acesso',
    passkeyUnsupported: 'As chaves de acesso precisam de JavaScript e de um navegador compatível.',
    remember: 'Não perguntar novamente neste dispositivo durante {days} dias',
    useCode: 'Usar a sua aplicação de autenticação',
    useRecoveryCode: 'Usar um código de recuperação',
    usePasskey: 'Usar uma chave de acesso',
  },
  enroll: {
    title: 'Configure uma aplicação de autenticação',
    message: 'Leia o código QR com a sua aplicação de autenticação. Depois, insira o código que ela mostra.',
    requiredMessage: 'A sua conta precisa da autenticação de dois fatores.',
    qrCode: 'Código QR para a sua aplicação de autenticação',
    openApp: 'Abrir numa aplicação deste dispositivo',
    secretLabel: 'Se não o puder ler, insira esta chave:',
    codeLabel: 'Código',
    button: 'Ativar',
  },
  recoveryCodes: {
    title: 'Guarde os seus códigos de recuperação',
    message:
      'Se perder o seu dispositivo, pode iniciar sessão com um destes códigos. Cada um pode ser usado uma vez. Não serão mostrados novamente.',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Transferir',
    print: 'Imprimir',
    button: 'Já os guardei',
  },
  manage: {
    title: 'Autenticação de dois fatores',
    off: 'Nenhuma aplicação de autenticação está configurada.',
    on: 'Uma aplicação de autenticação está configurada.',
    disabled:
      'Os códigos da sua aplicação estão desativados após demasiados códigos incorretos. Configure-a novamente.',
    recoveryCodes: 'Códigos de recuperação não usados: {count}',
    devices: 'Dispositivos em que não se pergunta: {count}',
    enable: 'Configurar uma aplicação de autenticação',
    replace: 'Substituir a aplicação',
    newRecoveryCodes: 'Criar novos códigos de recuperação',
    forgetDevices: 'Perguntar em todos os dispositivos',
    remove: 'Desativar',
    removeTitle: 'Desativar a autenticação de dois fatores?',
    removeMessage:
      'Passará a iniciar sessão sem código e os seus códigos de recuperação deixarão de funcionar.',
    cancel: 'Cancelar',
    back: 'Voltar para {host}',
  },
  errors: {
    'wrong-code': 'O código não está correto ou já foi usado. Espere pelo próximo e tente novamente.',
    'wrong-passkey': 'A sua chave de acesso não foi confirmada. Tente novamente ou use outro método.',
    'too-many-attempts': 'Houve demasiadas tentativas. Use outro método ou tente mais tarde.',
    'method-disabled': 'Este método está desativado após demasiados códigos incorretos. Use outro método.',
    'no-such-method': 'Este método não está configurado. Use outro.',
    'enrollment-expired': 'O tempo para inserir o código acabou. Leia o novo código QR.',
    'second-factor-required': 'Confirme primeiro a sua identidade.',
    required: 'A sua conta precisa da autenticação de dois fatores, por isso não pode ser desativada.',
  },
  notice: {
    subject: 'O seu início de sessão em {host} mudou',
    changes: {
      enabled: 'Uma aplicação de autenticação foi configurada para a sua conta em {host}.',
      replaced: 'A aplicação de autenticação da sua conta em {host} foi substituída.',
      removed: 'A aplicação de autenticação da sua conta em {host} foi removida.',
      'recovery-codes-created':
        'Novos códigos de recuperação foram criados para a sua conta em {host}. Os antigos já não são válidos.',
      'recovery-code-used': 'Um código de recuperação foi usado para iniciar sessão na sua conta em {host}.',
      'devices-forgotten': 'A sua conta em {host} pede novamente a segunda etapa em todos os dispositivos.',
      'wrong-codes':
        'Foram inseridos dez códigos incorretos seguidos na sua conta em {host}. Outra pessoa pode saber a sua senha.',
    },
    warning:
      'Se este pedido não é seu, verifique a sua conta agora: {url}. Depois, altere a sua senha e contacte o suporte de {host}.',
  },
}
