import type { TwoFactorTexts } from './texts.js'

/** The Portuguese texts. */
export const portuguese: TwoFactorTexts = {
  verify: {
    title: 'Confirme que é você',
    codeMessage: 'Insira o código do seu aplicativo autenticador.',
    codeLabel: 'Código',
    recoveryMessage: 'Insira um dos códigos de recuperação que você salvou. Cada um pode ser usado uma vez.',
    recoveryLabel: 'Código de recuperação',
    passkeyMessage: 'Use sua chave de acesso ou chave de segurança.',
    button: 'Continuar',
    passkeyButton: 'Usar uma chave de acesso',
    passkeyUnsupported: 'Chaves de acesso precisam de JavaScript e de um navegador compatível.',
    remember: 'Não perguntar de novo neste dispositivo por {days} dias',
    useCode: 'Usar seu aplicativo autenticador',
    useRecoveryCode: 'Usar um código de recuperação',
    usePasskey: 'Usar uma chave de acesso',
  },
  enroll: {
    title: 'Configure um aplicativo autenticador',
    message: 'Escaneie o código QR com seu aplicativo autenticador. Depois, insira o código que ele mostra.',
    requiredMessage: 'Sua conta precisa de uma segunda etapa para entrar.',
    qrCode: 'Código QR para seu aplicativo autenticador',
    openApp: 'Abrir em um aplicativo neste dispositivo',
    secretLabel: 'Se não puder escanear, insira esta chave:',
    codeLabel: 'Código',
    button: 'Ativar',
  },
  recoveryCodes: {
    title: 'Salve seus códigos de recuperação',
    message:
      'Se perder seu dispositivo, você pode entrar com um destes códigos. Cada um pode ser usado uma vez. Eles não serão mostrados de novo.',
    button: 'Já os salvei',
  },
  manage: {
    title: 'Login em duas etapas',
    off: 'Nenhum aplicativo autenticador está configurado.',
    on: 'Um aplicativo autenticador está configurado.',
    disabled:
      'Os códigos do seu aplicativo estão desativados após muitos códigos incorretos. Configure-o de novo.',
    recoveryCodes: 'Códigos de recuperação não usados: {count}',
    devices: 'Dispositivos em que não se pergunta: {count}',
    enable: 'Configurar um aplicativo autenticador',
    replace: 'Substituir o aplicativo',
    newRecoveryCodes: 'Criar novos códigos de recuperação',
    forgetDevices: 'Perguntar em todos os dispositivos',
    remove: 'Desativar',
    back: 'Voltar para {host}',
  },
  errors: {
    'wrong-code': 'O código não está correto ou já foi usado. Espere o próximo e tente de novo.',
    'wrong-passkey': 'Sua chave de acesso não foi confirmada. Tente de novo ou use outro método.',
    'too-many-attempts': 'Houve tentativas demais. Use outro método ou tente mais tarde.',
    'method-disabled': 'Este método está desativado após muitos códigos incorretos. Use outro método.',
    'no-such-method': 'Este método não está configurado. Use outro.',
    'enrollment-expired': 'O tempo para inserir o código acabou. Escaneie o novo código QR.',
    'second-factor-required': 'Primeiro confirme que é você.',
    required: 'Sua conta precisa de uma segunda etapa para entrar, por isso não pode ser desativada.',
  },
  notice: {
    subject: 'Seu login em {host} mudou',
    changes: {
      enabled: 'Um aplicativo autenticador foi configurado para sua conta em {host}.',
      replaced: 'O aplicativo autenticador da sua conta em {host} foi substituído.',
      removed: 'O aplicativo autenticador da sua conta em {host} foi removido.',
      'recovery-codes-created':
        'Novos códigos de recuperação foram criados para sua conta em {host}. Os antigos não são mais válidos.',
      'recovery-code-used': 'Um código de recuperação foi usado para entrar na sua conta em {host}.',
      'devices-forgotten': 'Sua conta em {host} pede de novo a segunda etapa em todos os dispositivos.',
      'wrong-codes':
        'Foram digitados dez códigos incorretos seguidos na sua conta em {host}. Outra pessoa pode saber a sua senha.',
    },
    warning:
      'Se não foi você, verifique sua conta agora: {url}. Depois, troque sua senha e fale com o suporte de {host}.',
  },
}
