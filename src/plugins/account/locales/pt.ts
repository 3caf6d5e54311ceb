import type { AccountTexts } from './texts.js'

/** The Portuguese texts. */
export const portuguese: AccountTexts = {
  language: 'pt',
  title: 'A sua conta',
  back: 'Voltar para {host}',
  cancel: 'Cancelar',
  saved: 'As suas alterações foram guardadas.',
  signOut: 'Terminar sessão',
  profile: {
    title: 'Perfil',
    nameLabel: 'Nome',
    imageLabel: 'Imagem (URL)',
    upload: 'Enviar uma imagem',
    save: 'Guardar perfil',
  },
  emails: {
    title: 'Endereços de e-mail',
    primary: 'Principal',
    verified: 'Confirmado',
    unverified: 'Não confirmado',
    makePrimary: 'Tornar principal',
    remove: 'Remover',
    resend: 'Enviar o link novamente',
    addLabel: 'Novo endereço de e-mail',
    add: 'Adicionar endereço de e-mail',
    sent: 'Um link foi enviado para o novo endereço. Abra-o neste navegador.',
  },
  accounts: {
    title: 'Contas associadas',
    connected: 'Associada',
    notConnected: 'Não associada',
    connect: 'Associar',
    disconnect: 'Desassociar',
    unlisted: 'Esta aplicação não consegue listar as contas associadas.',
  },
  passkeys: {
    title: 'Chaves de acesso',
    none: 'Inicie sessão com a impressão digital, o rosto ou o bloqueio do dispositivo.',
    defaultName: 'Chave de acesso',
    synced: 'Em todos os seus dispositivos',
    oneDevice: 'Em um dispositivo',
    added: 'Adicionada em {date}',
    used: 'Usada pela última vez em {date}',
    nameLabel: 'Nome da chave de acesso',
    rename: 'Alterar nome',
    remove: 'Remover',
    add: 'Adicionar uma chave de acesso',
    failed: 'A chave de acesso não foi criada. Talvez este dispositivo já tenha uma.',
    unsupported:
      'Para adicionar uma chave de acesso, ative o JavaScript e use um navegador compatível com chaves de acesso.',
  },
  sessions: {
    title: 'Onde iniciou sessão',
    current: 'Este navegador',
    unknownDevice: 'Navegador desconhecido',
    lastSeen: 'Último uso em {date}',
    method: 'Sessão iniciada com {method}',
    network: 'Rede {network}',
    end: 'Terminar sessão',
    endOthers: 'Terminar sessão nos outros dispositivos',
    endAll: 'Terminar sessão em todos os dispositivos',
  },
  data: {
    title: 'Os seus dados',
    exportMessage: 'Exporte o que {host} guarda a seu respeito, em formato JSON.',
    export: 'Exportar os seus dados',
    deleteMessage: 'Elimine a sua conta e tudo o que ela contém.',
    delete: 'Eliminar conta',
  },
  deletion: {
    title: 'Eliminar a sua conta?',
    message:
      'A sua conta em {host} será eliminada e a sua sessão terminará em todos os dispositivos. Não é possível desfazer esta ação.',
    confirmation: 'Compreendo que a minha conta será eliminada',
    button: 'Eliminar conta',
    deletedTitle: 'A sua conta foi eliminada',
    deletedMessage: 'A sua sessão terminou em todos os dispositivos.',
  },
  confirmEmail: {
    title: 'Confirme o seu endereço de e-mail',
    message: 'Vai adicionar {email} à sua conta em {host}.',
    button: 'Confirmar endereço de e-mail',
  },
  undoEmail: {
    title: 'Desfazer a alteração?',
    message:
      '{email} voltará a ser o seu endereço de e-mail em {host} e a sessão terminará em todos os dispositivos.',
    button: 'Desfazer a alteração',
    doneTitle: 'A alteração foi desfeita',
    doneMessage:
      'A sessão terminou em todos os dispositivos. Inicie sessão e altere a sua senha se outra pessoa a puder conhecer.',
  },
  secure: {
    title: 'Terminar sessão em todos os dispositivos?',
    message: 'A sessão da sua conta em {host} terminará em todos os dispositivos.',
    button: 'Terminar sessão em todos os dispositivos',
    doneTitle: 'A sua sessão terminou em todos os dispositivos',
    doneMessage: 'Inicie sessão e altere a sua senha se outra pessoa a puder conhecer.',
    link: 'Não fui eu: terminar sessão em todos os dispositivos',
  },
  expired: {
    title: 'Este link expirou',
    message:
      'O link já foi usado, é demasiado antigo ou pertence a outra conta. Os links para confirmar um endereço funcionam no navegador em que iniciou sessão.',
  },
  emailsOfLinks: {
    confirm: {
      subject: 'Confirme o seu endereço de e-mail em {host}',
      heading: 'Confirme o seu endereço de e-mail',
      message: 'Abra este link no navegador em que iniciou sessão em {host}.',
      button: 'Confirmar endereço de e-mail',
      note: 'O link é válido durante 24 horas. Se não o pediu, ignore este e-mail.',
    },
    taken: {
      subject: 'O seu endereço de e-mail em {host}',
      heading: 'Já tem uma conta com este endereço',
      message:
        'Outra conta em {host} pediu para adicionar este endereço de e-mail, que pertence à sua conta. Nada mudou.',
    },
  },
  notices: {
    'email-added': {
      subject: 'Novo endereço de e-mail em {host}',
      heading: 'Um endereço de e-mail foi adicionado',
      message: '{email} foi adicionado à sua conta em {host}.',
    },
    'primary-email-changed': {
      subject: 'O seu endereço de e-mail em {host} foi alterado',
      heading: 'O seu endereço de e-mail foi alterado',
      message: 'O endereço de e-mail principal da sua conta em {host} é agora {email}.',
    },
    'email-removed': {
      subject: 'Um endereço de e-mail foi removido em {host}',
      heading: 'Um endereço de e-mail foi removido',
      message: '{email} foi removido da sua conta em {host}.',
    },
    'account-linked': {
      subject: 'Nova forma de iniciar sessão em {host}',
      heading: 'Conta {name} associada',
      message: 'Agora pode iniciar sessão na sua conta em {host} com {name}.',
    },
    'account-unlinked': {
      subject: 'Uma forma de iniciar sessão foi removida em {host}',
      heading: 'Conta {name} desassociada',
      message: 'Já não pode iniciar sessão na sua conta em {host} com {name}.',
    },
    'passkey-added': {
      subject: 'Nova chave de acesso em {host}',
      heading: 'Uma chave de acesso foi adicionada',
      message: 'Agora pode iniciar sessão na sua conta em {host} com a chave de acesso “{name}”.',
    },
    'passkey-removed': {
      subject: 'Uma chave de acesso foi removida em {host}',
      heading: 'Uma chave de acesso foi removida',
      message: 'A chave de acesso “{name}” foi removida da sua conta em {host}.',
    },
    deleted: {
      subject: 'A sua conta em {host} foi eliminada',
      heading: 'A sua conta foi eliminada',
      message: 'A sua conta em {host} e os seus dados foram eliminados.',
    },
    warning:
      'Se não fez esta alteração, termine a sessão em todos os dispositivos. Depois, inicie sessão e altere a sua senha.',
    undo: 'Desfazer a alteração',
    undoNote:
      'Se não fez esta alteração, desfaça-a no prazo de 7 dias. A sessão também terminará em todos os dispositivos.',
  },
  errors: {
    'recent-sign-in-required': 'Confirme primeiro a sua identidade.',
    'invalid-name': 'O nome tem mais de 200 caracteres ou contém caracteres não permitidos.',
    'invalid-image': 'O endereço da imagem deve começar com https://.',
    'invalid-email': 'Não é possível usar este endereço de e-mail.',
    'already-added': 'A sua conta já tem este endereço de e-mail.',
    'too-many-emails': 'A sua conta tem demasiados endereços de e-mail. Remova um primeiro.',
    'unverified-email': 'Confirme primeiro este endereço de e-mail.',
    'primary-email': 'Este é o seu endereço de e-mail principal. Torne primeiro outro endereço principal.',
    'email-taken': 'Agora outra conta usa este endereço de e-mail.',
    'not-found': 'Este item já não está na sua conta.',
    'last-sign-in-method': 'Esta é a sua última forma de iniciar sessão. Adicione outra primeiro.',
    'not-supported': 'Esta aplicação não o permite.',
    'expired-link': 'O link expirou.',
    'too-many-attempts': 'Houve demasiadas tentativas. Tente novamente mais tarde.',
    'confirmation-required': 'Confirme que a sua conta será eliminada.',
  },
}
