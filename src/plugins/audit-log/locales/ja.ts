import type { AuditLogTexts } from './texts.js'

/** The Japanese texts. */
export const japanese: AuditLogTexts = {
  language: 'ja',
  title: '最近のアクティビティ',
  none: 'アクティビティはまだありません。',
  device: '{system} の {browser}',
  actions: {
    'sign-in': 'サインインしました',
    'sign-in-failure': 'サインインに失敗しました',
    'sign-out': 'サインアウトしました',
    'user-created': 'アカウントを作成しました',
    'user-updated': 'メールアドレスを確認または変更しました',
    'account-linked': 'アカウントを連携しました',
    'two-factor.enabled': '認証アプリを設定しました',
    'two-factor.replaced': '認証アプリを置き換えました',
    'two-factor.removed': '認証アプリを削除しました',
    'two-factor.recovery-codes-created': '新しいリカバリーコードを作成しました',
    'two-factor.recovery-code-used': 'リカバリーコードを使用しました',
    'two-factor.devices-forgotten': 'すべてのデバイスで再び 2 つ目の要素を求めます',
    'two-factor.verification-failed': '2 つ目の要素を確認できませんでした',
    'passwords.sign-up': 'パスワードでアカウントを作成しました',
    'passwords.sign-in-failed': 'サインインで間違ったパスワードが入力されました',
    'passwords.confirmation-failed': '間違ったパスワードが入力されました',
    'passwords.password-set': 'パスワードを設定しました',
    'passwords.password-changed': 'パスワードを変更しました',
    'passwords.password-reset': 'パスワードを再設定しました',
    'passwords.password-removed': 'パスワードを削除しました',
    'passwords.password-change-required': '新しいパスワードが必要になりました',
    'passwords.email-confirmed': 'メールアドレスを確認しました',
  },
  other: 'アクティビティ: {action}',
}
