import { lookUp } from './texts.js'

/** The words of a passkey form. */
export interface PasskeyTexts {
  readonly button: string
  readonly create: string
  /** Where neither browser nor page can do it. */
  readonly unsupported: string
  readonly failed: string
}

const english: PasskeyTexts = {
  button: 'Sign in with a passkey',
  create: 'Create a passkey',
  unsupported: 'Passkeys need JavaScript and a browser that knows them.',
  failed: 'Your passkey wasn’t confirmed. Try again, or sign in another way.',
}

const languages: Readonly<Record<string, PasskeyTexts>> = {
  en: english,
  de: {
    button: 'Mit Passkey anmelden',
    create: 'Passkey erstellen',
    unsupported: 'Passkeys brauchen JavaScript und einen Browser, der sie kennt.',
    failed: 'Ihr Passkey wurde nicht bestätigt. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
  },
  fr: {
    button: 'Se connecter avec une clé d’accès',
    create: 'Créer une clé d’accès',
    unsupported: 'Les clés d’accès demandent JavaScript et un navigateur qui les prend en charge.',
    failed: 'Votre clé d’accès n’a pas été confirmée. Réessayez ou connectez-vous autrement.',
  },
  es: {
    button: 'Iniciar sesión con una llave de acceso',
    create: 'Crear una llave de acceso',
    unsupported: 'Las llaves de acceso necesitan JavaScript y un navegador compatible.',
    failed: 'No se pudo confirmar tu llave de acceso. Inténtalo de nuevo o inicia sesión de otra manera.',
  },
  pt: {
    button: 'Entrar com uma chave de acesso',
    create: 'Criar uma chave de acesso',
    unsupported: 'As chaves de acesso precisam de JavaScript e de um navegador compatível.',
    failed: 'Sua chave de acesso não foi confirmada. Tente de novo ou entre de outra forma.',
  },
  ja: {
    button: 'パスキーでサインイン',
    create: 'パスキーを作成',
    unsupported: 'パスキーには、JavaScript とパスキー対応のブラウザーが必要です。',
    failed: 'パスキーを確認できませんでした。もう一度試すか、別の方法でサインインしてください。',
  },
  zh: {
    button: '使用通行密钥登录',
    create: '创建通行密钥',
    unsupported: '通行密钥需要 JavaScript 和支持它的浏览器。',
    failed: '未能确认您的通行密钥。请重试，或使用其他方式登录。',
  },
  ar: {
    button: 'تسجيل الدخول بمفتاح مرور',
    create: 'إنشاء مفتاح مرور',
    unsupported: 'تتطلّب مفاتيح المرور JavaScript ومتصفّحًا يدعمها.',
    failed: 'لم يتم تأكيد مفتاح المرور. حاول مرة أخرى أو سجّل الدخول بطريقة أخرى.',
  },
}

/** The words in the language of the page. */
export function passkeyTexts(lang: string): PasskeyTexts {
  const [language = ''] = lang.toLowerCase().split('-')
  return lookUp(languages, language) ?? english
}
