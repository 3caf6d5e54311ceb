import type { Translations } from '../../types/translations.js'

const tryAnother = 'もう一度お試しになるか、別のアカウントをご利用ください。'

/** The Japanese texts of the built-in pages. */
export const japanese: Translations = {
  lang: 'ja',
  dir: 'ltr',
  logoAlt: 'ロゴ',
  signIn: {
    heading: 'サインイン',
    subtitle: '{host} に進みます',
    button: '{name} でサインイン',
    submitButton: 'サインイン',
    emailButton: 'メールでサインイン',
    emailLabel: 'メールアドレス',
    emailPlaceholder: 'email@example.com',
    identifierLabel: 'メールアドレスまたはユーザー名',
    continueButton: '続ける',
    anotherIdentifier: '別のアドレスを使用',
    emailLinkButton: 'サインイン用リンクをメールで受け取る',
    emailCodeButton: 'サインイン用コードをメールで受け取る',
    showPassword: 'パスワードを表示',
    lastUsed: '前回使用',
    signedIn: 'すでにサインインしています。',
    anotherAccount: '別のアカウントを使用',
    addMethod: 'またはサインイン方法を追加',
    separator: 'または',
    passkey: {
      button: 'パスキーでサインイン',
      createButton: 'パスキーを作成',
      unsupported: 'パスキーには、JavaScript とパスキー対応のブラウザーが必要です。',
      failed: 'パスキーを確認できませんでした。もう一度お試しになるか、別の方法でサインインしてください。',
    },
    noProviders: {
      heading: 'サインイン方法が設定されていません',
      message:
        '設定の {providers} にプロバイダーを 1 つ以上追加してください。パスワードによるプロバイダーは、{credentials} に項目があるとここに表示されます。',
    },
    errors: {
      Signin: `サインインできませんでした。${tryAnother}`,
      OAuthSignin: `サービスに接続できませんでした。${tryAnother}`,
      OAuthCallbackError: `サインインがキャンセルされたか、期限が切れたか、完了しませんでした。${tryAnother}`,
      OAuthCreateAccount: `アカウントを作成できませんでした。${tryAnother}`,
      EmailCreateAccount: `アカウントを作成できませんでした。${tryAnother}`,
      Callback: `サービスから戻った後に問題が発生しました。${tryAnother}`,
      OAuthAccountNotLinked:
        'ご本人であることを確認するため、最初に使用したアカウントでサインインしてください。',
      AccountNotLinked:
        'このパスキーはそのアカウントでは使用できません。最初と同じ方法でサインインしてから追加してください。',
      InvalidIdentifier: 'メールアドレスが正しくありません。確認してもう一度お試しください。',
      EmailSignin: 'メールを送信できませんでした。メールアドレスを確認して、もう一度お試しください。',
      CredentialsSignin: '入力内容が正しくありません。確認して、もう一度お試しください。',
      SessionRequired: 'このページを表示するには、サインインしてください。',
      MissingCSRF:
        'ご本人からの操作であることを確認できませんでした。もう一度お試しください。解決しない場合は、このサイトの Cookie を許可してください。',
    },
    otherError: 'サインインできませんでした。もう一度お試しください。',
  },
  accountExists: {
    methods: 'このメールアドレスのアカウントはすでにあります。次の方法でサインインしてください: {methods}',
    emailed:
      'ご本人であることを確認するため、最初に使用したアカウントでサインインしてください。方法を記載したメールをお送りしました。',
    emailHeading: '{host} へのサインイン方法',
    emailMessage:
      '{provider} でのサインインにお客様のメールアドレスが使われました。{host} のアカウントはすでにあります。次の方法でサインインしてください: {methods}',
  },
  signOut: {
    heading: 'サインアウト',
    question: '{host} からサインアウトしますか？',
    button: 'サインアウト',
    cancel: 'サインインしたままにする',
  },
  stepUp: {
    heading: 'ご本人であることを確認してください',
    signedInAs: '{name} としてサインインしています。',
    needsRecentSignIn: 'アカウントを保護するため、このページには最近のサインインが必要です。',
    needsAnotherMethod: 'アカウントを保護するため、このページには追加の本人確認が必要です。',
    button: '{name} で続ける',
    submitButton: '確認',
    emailButton: 'メールで確認',
    passkeyButton: 'パスキーで確認',
    tooWeak:
      '現在のサインイン方法では、このページを開けません。次のいずれかをアカウントに追加すると、ここに戻ります。',
    connectButton: '{name} を連携',
    signInAgain:
      '現在、確認に使えるサインイン方法がありません。サインアウトしてから、もう一度サインインしてください。',
    unreachable:
      'このアプリには十分なサインイン方法がないため、お使いのアカウントではこのページを開けません。サポートにお問い合わせください。',
    cancel: 'キャンセル',
  },
  verifyRequest: {
    heading: 'メールをご確認ください',
    message: 'サインイン用のリンクをメールでお送りしました。',
    hint: '届くまで 1 分ほどかかることがあります。届かない場合は、迷惑メールフォルダーをご確認ください。',
    backToSite: '{host} に戻る',
    codeMessage: 'メールでコードをお送りしました。このブラウザーで入力してください。',
    codeLabel: 'コード',
    codeButton: 'サインイン',
    codeError: 'コードが正しくありません。確認して、もう一度お試しください。',
    resendButton: 'もう一度送信',
    resendWait: '{seconds} 秒後に再送信できます',
  },
  confirm: {
    heading: 'サインインを完了してください',
    question: 'このリンクで {host} にサインインします。お心当たりがない場合は、このページを閉じてください。',
    button: 'サインイン',
    cancel: '心当たりがありません',
  },
  email: {
    subject: '{host} へのサインイン',
    heading: '{host} へのサインイン',
    button: 'サインイン',
    linkLabel: 'または、このリンクをブラウザーにコピーしてください：',
    codeLabel: 'コードをリクエストしたブラウザーにこのコードを入力してください：',
    expiry: '有効期間は {time}です。使用できるのは 1 回のみです。',
    ignore: 'このメールにお心当たりがない場合は、無視してください。',
  },
  error: {
    button: 'サインイン',
    backToSite: '{host} に戻る',
    developmentOnly: '開発中にのみ表示されます',
    reference: '参照番号: {reference}',
    errors: {
      Configuration: {
        heading: 'サーバーで問題が発生しました',
        message:
          'しばらくしてから、もう一度お試しください。サイトの運営者の方は、サーバーのログで原因をご確認ください。',
      },
      AccessDenied: {
        heading: 'アクセスできません',
        message:
          'ここにサインインする権限がありません。別のアカウントをお持ちの場合は、そちらをお試しください。',
      },
      UnknownAction: {
        heading: 'ページが見つかりません',
        message: 'アドレスをご確認ください。サインインするには、ボタンを使用してください。',
      },
      ImpersonationActive: {
        heading: '別のユーザーとして操作しています',
        message:
          '管理者は、ユーザーのログイン方法の変更、本人確認、データの書き出し、アカウントの削除を行えません。先に代理操作を終了してください。',
      },
      StepUpFailed: {
        heading: 'ご本人であることを確認できませんでした',
        message:
          '別のアカウントが使われたか、キャンセルされたか、サービスが再度のサインインを求めませんでした。サインインの状態は以前のままです。前のページに戻って、もう一度お試しください。',
      },
      Verification: {
        heading: 'このリンクまたはコードは無効です',
        message:
          'すでに使用されたか、有効期限が切れているか、誤った入力の回数が多すぎます。新しいリンクまたはコードを受け取るには、もう一度サインインしてください。',
      },
      ChangedLink: {
        heading: 'このリンクは完全ではありません',
        message:
          'メールのリンクが途中で変更されています。メールからリンク全体をコピーするか、もう一度ログインして新しいリンクを受け取ってください。',
      },
      TooManyRequests: {
        heading: '試行回数が多すぎます',
        message: '数分待ってから、もう一度お試しください。別の方法でサインインすることもできます。',
      },
      WebAuthnVerificationError: {
        heading: 'パスキーを確認できませんでした',
        message: '何も変更されていません。もう一度お試しになるか、別の方法でサインインしてください。',
      },
      UnknownCredential: {
        heading: 'このパスキーはここでは使えなくなりました',
        message:
          '別の方法でサインインしてください。その後、パスワードマネージャーからこのパスキーを削除してください。',
      },
    },
    otherError: {
      heading: 'エラー',
      message: '問題が発生しました。前のページに戻って、最初からやり直してください。',
    },
  },
}
