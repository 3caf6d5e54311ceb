import type { Translations } from '../../types/translations.js'

const tryAnother = '请重试，或使用其他账号。'

/** The Chinese texts of the built-in pages, in simplified characters. */
export const chinese: Translations = {
  lang: 'zh-Hans',
  dir: 'ltr',
  logoAlt: '标志',
  signIn: {
    heading: '登录',
    subtitle: '以继续访问 {host}',
    button: '使用 {name} 登录',
    submitButton: '登录',
    emailButton: '使用电子邮件登录',
    emailLabel: '电子邮件地址',
    emailPlaceholder: 'email@example.com',
    identifierLabel: '电子邮件地址或用户名',
    continueButton: '继续',
    anotherIdentifier: '使用其他地址',
    emailLinkButton: '通过电子邮件发送登录链接',
    emailCodeButton: '通过电子邮件发送登录验证码',
    showPassword: '显示密码',
    lastUsed: '上次使用',
    signedIn: '您已登录。',
    anotherAccount: '使用其他账户',
    addMethod: '或添加登录方式',
    separator: '或',
    passkey: {
      button: '使用通行密钥登录',
      createButton: '创建通行密钥',
      unsupported: '通行密钥需要 JavaScript 和支持它的浏览器。',
      failed: '未能验证您的通行密钥。请重试，或使用其他方式登录。',
    },
    noProviders: {
      heading: '尚未配置登录方式',
      message:
        '请在配置的 {providers} 中至少添加一个提供程序。密码登录的提供程序在 {credentials} 中有字段后才会显示在此处。',
    },
    errors: {
      Signin: `登录失败。${tryAnother}`,
      OAuthSignin: `无法连接到该服务。${tryAnother}`,
      OAuthCallbackError: `登录已取消、已过期或未能完成。${tryAnother}`,
      OAuthCreateAccount: `无法创建您的账号。${tryAnother}`,
      EmailCreateAccount: `无法创建您的账号。${tryAnother}`,
      Callback: `从该服务返回后出现问题。${tryAnother}`,
      OAuthAccountNotLinked: '为确认是您本人，请使用您最初使用的账号登录。',
      AccountNotLinked: '此通行密钥不能用于该账号。请先用最初的方式登录，然后再添加。',
      InvalidIdentifier: '电子邮件地址不完整。请检查后重试。',
      EmailSignin: '无法发送电子邮件。请检查电子邮件地址后重试。',
      CredentialsSignin: '您输入的信息不正确。请检查后重试。',
      SessionRequired: '请登录后再查看该页面。',
      MissingCSRF: '无法确认此请求由您发出。请重试；如果问题仍然存在，请允许本网站使用 Cookie。',
    },
    otherError: '登录失败。请重试。',
  },
  accountExists: {
    methods: '此电子邮件地址已有账户。请使用以下方式登录：{methods}。',
    emailed: '为确认是您本人，请使用您最初使用的账号登录。我们已向您发送电子邮件，说明登录方式。',
    emailHeading: '如何登录 {host}',
    emailMessage:
      '有人通过 {provider} 登录时使用了您的电子邮件地址。您在 {host} 已有账户。请使用以下方式登录：{methods}。',
  },
  signOut: {
    heading: '退出登录',
    question: '确定要退出 {host} 吗？',
    button: '退出登录',
    cancel: '保持登录状态',
  },
  stepUp: {
    heading: '请确认是您本人',
    signedInAs: '您已登录为 {name}。',
    needsRecentSignIn: '为保护您的账户，此页面需要最近的登录。',
    needsAnotherMethod: '为保护您的账户，此页面需要您再确认一次是您本人。',
    button: '使用 {name} 继续',
    submitButton: '确认',
    emailButton: '通过电子邮件确认',
    passkeyButton: '使用通行密钥确认',
    tooWeak: '您的登录方式不足以打开此页面。请将以下任一方式添加到您的账户，然后会返回此处。',
    connectButton: '关联 {name}',
    signInAgain: '您的登录方式目前都无法用于确认。请退出登录，然后重新登录。',
    unreachable: '此应用没有足够的登录方式，因此您的账户无法打开此页面。请联系其支持团队。',
    cancel: '取消',
  },
  verifyRequest: {
    heading: '请查收电子邮件',
    message: '登录链接已发送到您的电子邮箱。',
    hint: '可能需要一分钟。如果没有收到，请查看垃圾邮件文件夹。',
    backToSite: '返回 {host}',
    codeMessage: '验证码已发送到您的电子邮箱。请在此浏览器中输入。',
    codeLabel: '验证码',
    codeButton: '登录',
    codeError: '验证码不正确。请检查后重试。',
    resendButton: '重新发送',
    resendWait: '{seconds} 秒后可重新发送',
  },
  confirm: {
    heading: '完成登录',
    question: '此链接将为您登录 {host}。如果您没有请求登录，请关闭此页面。',
    button: '登录',
    cancel: '不是我请求的',
  },
  email: {
    subject: '登录 {host}',
    heading: '登录 {host}',
    button: '登录',
    linkLabel: '或将此链接复制到浏览器中：',
    codeLabel: '请在请求登录的浏览器中输入此验证码：',
    expiry: '有效期为 {time}。仅可使用一次。',
    ignore: '如果您没有请求此邮件，请忽略它。',
  },
  error: {
    button: '登录',
    backToSite: '返回 {host}',
    developmentOnly: '仅在开发环境中显示',
    reference: '参考编号：{reference}',
    errors: {
      Configuration: {
        heading: '服务器出现问题',
        message: '请稍后重试。如果您是网站管理员，请查看服务器日志了解原因。',
      },
      AccessDenied: {
        heading: '访问被拒绝',
        message: '您没有在此登录的权限。如果您有其他账号，请尝试使用该账号。',
      },
      UnknownAction: {
        heading: '此页面不存在',
        message: '请检查网址。如需登录，请使用下面的按钮。',
      },
      ImpersonationActive: {
        heading: '您正在以其他用户的身份操作',
        message: '管理员不能更改用户的登录方式、代其确认身份、导出其数据或删除其账号。请先停止代理操作。',
      },
      StepUpFailed: {
        heading: '无法确认是您本人',
        message:
          '您使用了其他账户或取消了操作，或者该服务没有要求您重新登录。您的登录状态保持不变。请返回并重试。',
      },
      Verification: {
        heading: '此链接或验证码已失效',
        message: '它已被使用、已过期，或输入错误的次数过多。请重新登录以获取新的链接或验证码。',
      },
      ChangedLink: {
        heading: '此链接不完整',
        message: '邮件中的链接在传送过程中被更改。请从邮件中复制完整链接，或重新登录以获取新链接。',
      },
      TooManyRequests: {
        heading: '尝试次数过多',
        message: '请等待几分钟后重试。您也可以使用其他方式登录。',
      },
      WebAuthnVerificationError: {
        heading: '未能验证您的通行密钥',
        message: '没有任何更改。请重试，或使用其他方式登录。',
      },
      UnknownCredential: {
        heading: '此通行密钥在这里已失效',
        message: '请使用其他方式登录，然后从密码管理器中移除此通行密钥。',
      },
    },
    otherError: { heading: '错误', message: '出现问题。请返回并重新开始。' },
  },
}
