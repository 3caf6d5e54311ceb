import type { Translations } from '../../types/translations.js'

const tryAnother = 'Tente novamente ou use outra conta.'

/** The Portuguese texts of the built-in pages, worded for both Brazil and Portugal. */
export const portuguese: Translations = {
  lang: 'pt',
  dir: 'ltr',
  logoAlt: 'Logo',
  signIn: {
    heading: 'Iniciar sessão',
    subtitle: 'para continuar em {host}',
    button: 'Iniciar sessão com {name}',
    submitButton: 'Iniciar sessão',
    emailButton: 'Iniciar sessão com e-mail',
    emailLabel: 'Endereço de e-mail',
    emailPlaceholder: 'email@example.com',
    identifierLabel: 'E-mail ou nome de usuário',
    continueButton: 'Continuar',
    anotherIdentifier: 'Usar outro endereço',
    emailLinkButton: 'Enviar um link de acesso',
    emailCodeButton: 'Enviar um código de acesso',
    showPassword: 'Mostrar senha',
    lastUsed: 'Último usado',
    signedIn: 'Você já está conectado.',
    anotherAccount: 'Usar outra conta',
    addMethod: 'ou adicionar uma forma de entrar',
    separator: 'ou',
    passkey: {
      button: 'Iniciar sessão com uma chave de acesso',
      createButton: 'Criar uma chave de acesso',
      unsupported: 'As chaves de acesso precisam de JavaScript e de um navegador compatível.',
      failed: 'A sua chave de acesso não foi confirmada. Tente novamente ou inicie sessão de outra forma.',
    },
    noProviders: {
      heading: 'Nenhuma forma de iniciar sessão foi configurada',
      message:
        'Adicione pelo menos um método a {providers} na configuração. Um método com senha aparece aqui quando tem campos em {credentials}.',
    },
    errors: {
      Signin: `Não foi possível iniciar a sessão. ${tryAnother}`,
      OAuthSignin: `Esse serviço não respondeu. ${tryAnother}`,
      OAuthCallbackError: `O início de sessão foi cancelado, expirou ou não foi concluído. ${tryAnother}`,
      OAuthCreateAccount: `Não foi possível criar a sua conta. ${tryAnother}`,
      EmailCreateAccount: `Não foi possível criar a sua conta. ${tryAnother}`,
      Callback: `Ocorreu um erro depois de voltar desse serviço. ${tryAnother}`,
      OAuthAccountNotLinked:
        'Para confirmar a sua identidade, inicie sessão com a conta que usou da primeira vez.',
      AccountNotLinked:
        'Esta chave de acesso não pode ser usada para essa conta. Inicie sessão com o método original e depois adicione-a.',
      InvalidIdentifier: 'Este endereço de e-mail não está completo. Verifique-o e tente novamente.',
      EmailSignin: 'Não foi possível enviar o e-mail. Verifique o endereço de e-mail e tente novamente.',
      CredentialsSignin: 'Os dados não estão corretos. Verifique-os e tente novamente.',
      SessionRequired: 'Inicie sessão para ver essa página.',
      MissingCSRF:
        'Não foi possível confirmar que este pedido é seu. Tente novamente. Se o problema continuar, permita os cookies deste site.',
    },
    otherError: 'Não foi possível iniciar a sessão. Tente novamente.',
  },
  accountExists: {
    methods: 'Já tem uma conta com este endereço de e-mail. Inicie sessão com: {methods}.',
    emailed:
      'Para confirmar a sua identidade, inicie sessão com a conta que usou da primeira vez. Enviámos-lhe um e-mail que explica como.',
    emailHeading: 'Como iniciar sessão em {host}',
    emailMessage:
      'Um início de sessão com {provider} usou o seu endereço de e-mail. Já tem uma conta em {host}. Inicie sessão com: {methods}.',
  },
  signOut: {
    heading: 'Terminar sessão',
    question: 'Quer mesmo terminar a sessão em {host}?',
    button: 'Terminar sessão',
    cancel: 'Manter a sessão iniciada',
  },
  stepUp: {
    heading: 'Confirme que é mesmo o titular da conta',
    signedInAs: 'Iniciou sessão como {name}.',
    needsRecentSignIn: 'Para proteger a sua conta, esta página precisa de um início de sessão recente.',
    needsAnotherMethod:
      'Para proteger a sua conta, esta página precisa de mais uma confirmação da sua identidade.',
    button: 'Continuar com {name}',
    submitButton: 'Confirmar',
    emailButton: 'Confirmar por e-mail',
    passkeyButton: 'Confirmar com uma chave de acesso',
    tooWeak:
      'Os seus métodos de início de sessão não são suficientes para esta página. Adicione um destes à sua conta e voltará aqui.',
    connectButton: 'Associar {name}',
    signInAgain:
      'Nenhum dos seus métodos de início de sessão o pode confirmar agora. Termine a sessão e inicie-a novamente.',
    unreachable:
      'A sua conta não pode abrir esta página, porque esta aplicação não tem nenhum método de início de sessão suficiente. Contacte o suporte.',
    cancel: 'Cancelar',
  },
  verifyRequest: {
    heading: 'Verifique o seu e-mail',
    message: 'Um link para iniciar sessão foi enviado para o seu endereço de e-mail.',
    hint: 'Pode levar um minuto. Se não o receber, verifique a pasta de spam.',
    backToSite: 'Voltar a {host}',
    codeMessage: 'Um código foi enviado para o seu endereço de e-mail. Escreva-o aqui, neste navegador.',
    codeLabel: 'Código',
    codeButton: 'Iniciar sessão',
    codeError: 'O código não está correto. Verifique-o e tente novamente.',
    resendButton: 'Enviar novamente',
    resendWait: 'Enviar novamente em {seconds} s',
  },
  confirm: {
    heading: 'Concluir o início de sessão',
    question: 'Este link inicia a sua sessão em {host}. Se não o pediu, feche esta página.',
    button: 'Iniciar sessão',
    cancel: 'Não fiz este pedido',
  },
  email: {
    subject: 'Iniciar sessão em {host}',
    heading: 'Iniciar sessão em {host}',
    button: 'Iniciar sessão',
    linkLabel: 'Ou copie este link para o navegador:',
    codeLabel: 'Escreva este código no navegador onde o pediu:',
    expiry: 'Válido durante {time}. Pode ser usado uma única vez.',
    ignore: 'Se não pediu este e-mail, pode ignorá-lo.',
  },
  error: {
    button: 'Iniciar sessão',
    backToSite: 'Voltar a {host}',
    developmentOnly: 'Visível apenas durante o desenvolvimento',
    reference: 'Referência: {reference}',
    errors: {
      Configuration: {
        heading: 'Ocorreu um erro do nosso lado',
        message: 'Tente novamente mais tarde. Se administra este site, consulte a causa no log do servidor.',
      },
      AccessDenied: {
        heading: 'Acesso negado',
        message: 'Não tem permissão para iniciar sessão aqui. Se tiver outra conta, tente com ela.',
      },
      UnknownAction: {
        heading: 'Esta página não existe',
        message: 'Verifique o endereço. Para iniciar sessão, use o botão.',
      },
      ImpersonationActive: {
        heading: 'Sessão em nome de outra pessoa',
        message:
          'Um administrador não pode alterar a forma de iniciar sessão de outra pessoa, confirmar a identidade dela, exportar os dados nem eliminar a conta. Termine primeiro esta sessão em nome dela.',
      },
      StepUpFailed: {
        heading: 'Não foi possível confirmar a sua identidade',
        message:
          'Utilizou outra conta ou cancelou, ou o serviço não pediu que iniciasse sessão novamente. A sua sessão continua como antes. Volte atrás e tente novamente.',
      },
      Verification: {
        heading: 'Este link ou código perdeu a validade',
        message:
          'Já foi usado, expirou ou foi introduzido incorretamente demasiadas vezes. Inicie sessão novamente para receber outro.',
      },
      ChangedLink: {
        heading: 'Este link não está completo',
        message:
          'O link do e-mail foi alterado no caminho. Copie o link inteiro do e-mail ou entre novamente para receber um novo.',
      },
      TooManyRequests: {
        heading: 'Demasiadas tentativas',
        message: 'Aguarde alguns minutos e tente novamente. Também pode iniciar sessão de outra forma.',
      },
      WebAuthnVerificationError: {
        heading: 'A sua chave de acesso não foi confirmada',
        message: 'Nada mudou. Tente novamente ou inicie sessão de outra forma.',
      },
      UnknownCredential: {
        heading: 'Esta chave de acesso não é mais válida aqui',
        message: 'Inicie sessão de outra forma. Depois, remova esta chave de acesso do seu gestor de senhas.',
      },
    },
    otherError: { heading: 'Erro', message: 'Ocorreu um erro. Volte atrás e comece de novo.' },
  },
}
