import type { TwoFactorTexts } from './texts.js'

/** The Japanese texts. */
export const japanese: TwoFactorTexts = {
  verify: {
    title: 'ご本人であることの確認',
    account: 'アカウント: {account}',
    codeMessage: '認証アプリに表示されているコードを入力してください。',
    codeLabel: 'コード',
    recoveryMessage: '保存したリカバリーコードのいずれかを入力してください。各コードは1回だけ使えます。',
    recoveryLabel: 'リカバリーコード',
    passkeyMessage: 'パスキーまたはセキュリティキーを使用してください。',
    button: '続ける',
    passkeyButton: 'パスキーを使用',
    passkeyUnsupported: 'パスキーには JavaScript と対応するブラウザーが必要です。',
    remember: 'このデバイスでは{days}日間確認しない',
    useCode: '認証アプリを使用',
    useRecoveryCode: 'リカバリーコードを使用',
    usePasskey: 'パスキーを使用',
  },
  enroll: {
    title: '認証アプリの設定',
    message: '認証アプリで QR コードを読み取り、アプリに表示されるコードを入力してください。',
    requiredMessage: 'このアカウントには二要素認証が必要です。',
    qrCode: '認証アプリ用の QR コード',
    openApp: 'このデバイスのアプリで開く',
    secretLabel: '読み取れない場合は、このキーを入力してください：',
    codeLabel: 'コード',
    button: '有効にする',
  },
  recoveryCodes: {
    title: 'リカバリーコードを保存してください',
    message:
      'デバイスを紛失した場合、これらのコードのいずれかでサインインできます。各コードは1回だけ使えます。コードは再表示されません。',
    copy: 'コピー',
    copied: 'コピーしました',
    download: 'ダウンロード',
    print: '印刷',
    button: '保存しました',
  },
  manage: {
    title: '二要素認証',
    off: '認証アプリは設定されていません。',
    on: '認証アプリが設定されています。',
    disabled: '誤ったコードが多すぎたため、アプリのコードは無効です。アプリを設定し直してください。',
    recoveryCodes: '未使用のリカバリーコード：{count}',
    devices: '確認を省略するデバイス：{count}',
    enable: '認証アプリを設定する',
    replace: 'アプリを置き換える',
    newRecoveryCodes: '新しいリカバリーコードを作成する',
    forgetDevices: 'すべてのデバイスで確認する',
    remove: '無効にする',
    removeTitle: '二要素認証を無効にしますか？',
    removeMessage: 'コードなしでサインインするようになり、リカバリーコードは使えなくなります。',
    cancel: 'キャンセル',
    back: '{host} に戻る',
  },
  errors: {
    'wrong-code':
      'コードが正しくないか、すでに使用されています。次のコードを待って、もう一度お試しください。',
    'wrong-passkey': 'パスキーを確認できませんでした。もう一度お試しになるか、別の方法をご利用ください。',
    'too-many-attempts': '試行回数が多すぎます。別の方法をご利用になるか、後でもう一度お試しください。',
    'method-disabled': '誤ったコードが多すぎたため、この方法は無効です。別の方法をご利用ください。',
    'no-such-method': 'この方法は設定されていません。別の方法をご利用ください。',
    'enrollment-expired': 'コードの入力時間が過ぎました。新しい QR コードを読み取ってください。',
    'second-factor-required': 'まず、ご本人であることを確認してください。',
    required: 'このアカウントには二要素認証が必要なため、無効にできません。',
  },
  notice: {
    subject: '{host} へのサインイン方法が変更されました',
    changes: {
      enabled: '{host} のアカウントに認証アプリが設定されました。',
      replaced: '{host} のアカウントの認証アプリが置き換えられました。',
      removed: '{host} のアカウントの認証アプリが削除されました。',
      'recovery-codes-created':
        '{host} のアカウントの新しいリカバリーコードが作成されました。以前のコードは使えません。',
      'recovery-code-used': '{host} のアカウントへのサインインにリカバリーコードが使用されました。',
      'devices-forgotten': '{host} のアカウントは、すべてのデバイスで再び2段階目の確認を行います。',
      'wrong-codes':
        '{host} のアカウントで、誤ったコードが続けて 10 回入力されました。他の人がパスワードを知っている可能性があります。',
    },
    warning:
      'お心当たりがない場合は、すぐにアカウントを確認してください：{url}。その後パスワードを変更し、{host} のサポートにお問い合わせください。',
  },
}
