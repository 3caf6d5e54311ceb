import type { AuditLogTexts } from './texts.js'

/** The Arabic texts. */
export const arabic: AuditLogTexts = {
  language: 'ar',
  title: 'النشاط الأخير',
  none: 'لا يوجد نشاط بعد.',
  device: '{browser} على {system}',
  actions: {
    'sign-in': 'تم تسجيل الدخول',
    'sign-in-failure': 'فشل تسجيل الدخول',
    'sign-out': 'تم تسجيل الخروج',
    'user-created': 'تم إنشاء الحساب',
    'user-updated': 'تم تأكيد عنوان البريد الإلكتروني أو تغييره',
    'account-linked': 'تم ربط حساب',
    'two-factor.enabled': 'تم إعداد تطبيق المصادقة',
    'two-factor.replaced': 'تم استبدال تطبيق المصادقة',
    'two-factor.removed': 'تمت إزالة تطبيق المصادقة',
    'two-factor.recovery-codes-created': 'تم إنشاء رموز استرداد جديدة',
    'two-factor.recovery-code-used': 'تم استخدام رمز استرداد',
    'two-factor.devices-forgotten': 'سيُطلب العامل الثاني مجددًا على جميع الأجهزة',
    'two-factor.verification-failed': 'لم يُقبل العامل الثاني',
    'passwords.sign-up': 'تم إنشاء الحساب بكلمة مرور',
    'passwords.sign-in-failed': 'تم إدخال كلمة مرور خاطئة عند تسجيل الدخول',
    'passwords.confirmation-failed': 'تم إدخال كلمة مرور خاطئة',
    'passwords.password-set': 'تم تعيين كلمة المرور',
    'passwords.password-changed': 'تم تغيير كلمة المرور',
    'passwords.password-reset': 'تمت إعادة تعيين كلمة المرور',
    'passwords.password-removed': 'تمت إزالة كلمة المرور',
    'passwords.password-change-required': 'مطلوب كلمة مرور جديدة',
    'passwords.email-confirmed': 'تم تأكيد عنوان البريد الإلكتروني',
  },
  other: 'نشاط: {action}',
}
