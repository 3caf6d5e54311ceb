import type { Translations } from '../../types/translations.js'

const tryAnother = 'يُرجى إعادة المحاولة أو استخدام حساب آخر.'

/** The Arabic texts of the built-in pages, worded without gender. */
export const arabic: Translations = {
  lang: 'ar',
  dir: 'rtl',
  logoAlt: 'الشعار',
  signIn: {
    title: 'تسجيل الدخول',
    heading: 'تسجيل الدخول',
    subtitle: 'للمتابعة إلى {host}',
    button: 'تسجيل الدخول عبر {name}',
    submitButton: 'تسجيل الدخول',
    emailButton: 'تسجيل الدخول بالبريد الإلكتروني',
    emailLabel: 'البريد الإلكتروني',
    emailPlaceholder: 'email@example.com',
    separator: 'أو',
    passkey: {
      button: 'تسجيل الدخول بمفتاح مرور',
      createButton: 'إنشاء مفتاح مرور',
      unsupported: 'تتطلّب مفاتيح المرور JavaScript ومتصفّحًا يدعمها.',
      failed: 'لم يتم تأكيد مفتاح المرور. يُرجى إعادة المحاولة أو تسجيل الدخول بطريقة أخرى.',
    },
    noProviders: {
      heading: 'لم تُعدّ أي طريقة لتسجيل الدخول',
      message:
        'يجب إضافة مزوّد واحد على الأقل إلى {providers} في الإعدادات. يظهر مزوّد كلمة المرور هنا عندما تكون له حقول في {credentials}.',
    },
    errors: {
      Signin: `تعذّر تسجيل الدخول. ${tryAnother}`,
      OAuthSignin: `تعذّر الوصول إلى تلك الخدمة. ${tryAnother}`,
      OAuthCallbackError: `أُلغي تسجيل الدخول أو انتهت صلاحيته أو لم يكتمل. ${tryAnother}`,
      OAuthCreateAccount: `تعذّر إنشاء الحساب. ${tryAnother}`,
      EmailCreateAccount: `تعذّر إنشاء الحساب. ${tryAnother}`,
      Callback: `حدث خطأ بعد العودة من تلك الخدمة. ${tryAnother}`,
      OAuthAccountNotLinked: 'لتأكيد الهوية، يُرجى تسجيل الدخول بالحساب المستخدم في المرة الأولى.',
      AccountNotLinked:
        'لا يمكن استخدام مفتاح المرور هذا مع ذلك الحساب. يُرجى تسجيل الدخول بالطريقة الأولى ثم إضافته.',
      EmailSignin: 'تعذّر إرسال الرسالة. يُرجى التحقق من عنوان البريد الإلكتروني وإعادة المحاولة.',
      CredentialsSignin: 'البيانات المُدخلة غير صحيحة. يُرجى التحقق منها وإعادة المحاولة.',
      SessionRequired: 'يُرجى تسجيل الدخول لعرض تلك الصفحة.',
      MissingCSRF:
        'تعذّر التأكد من مصدر هذا الطلب. يُرجى إعادة المحاولة. إذا استمرت المشكلة، فيُرجى السماح بملفات تعريف الارتباط لهذا الموقع.',
    },
    otherError: 'تعذّر تسجيل الدخول. يُرجى إعادة المحاولة.',
  },
  signOut: {
    title: 'تسجيل الخروج',
    heading: 'تسجيل الخروج',
    question: 'هل المطلوب تسجيل الخروج من {host}؟',
    button: 'تسجيل الخروج',
    cancel: 'البقاء قيد تسجيل الدخول',
  },
  verifyRequest: {
    title: 'التحقق',
    heading: 'يُرجى التحقق من البريد',
    message: 'أُرسل رابط لتسجيل الدخول إلى بريدك الإلكتروني.',
    hint: 'قد يستغرق ذلك دقيقة. إذا لم يصل شيء، فيُرجى البحث في مجلد الرسائل غير المرغوب فيها.',
    backToSite: 'العودة إلى {host}',
    codeMessage: 'أُرسل رمز إلى بريدك الإلكتروني. يُرجى إدخاله هنا في هذا المتصفح.',
    codeLabel: 'الرمز',
    codeButton: 'تسجيل الدخول',
    codeError: 'الرمز غير صحيح. يُرجى التحقق منه وإعادة المحاولة.',
    resendButton: 'إعادة الإرسال',
  },
  confirm: {
    title: 'تأكيد تسجيل الدخول',
    heading: 'إكمال تسجيل الدخول',
    question: 'يسجّل هذا الرابط دخولك إلى {host}. إن لم يكن الطلب منك، فيُرجى إغلاق هذه الصفحة.',
    button: 'تسجيل الدخول',
    cancel: 'لم أطلب هذا',
  },
  email: {
    subject: 'تسجيل الدخول إلى {host}',
    heading: 'تسجيل الدخول إلى {host}',
    button: 'تسجيل الدخول',
    linkLabel: 'أو يُرجى نسخ هذا الرابط إلى المتصفح:',
    codeLabel: 'يُرجى إدخال هذا الرمز في المتصفح الذي طُلب منه:',
    expiry: 'صالح لمدة {time}. يمكن استخدامه مرة واحدة.',
    ignore: 'إن لم يكن طلب هذه الرسالة منك، فيمكن تجاهلها.',
  },
  error: {
    title: 'خطأ',
    button: 'تسجيل الدخول',
    backToSite: 'العودة إلى {host}',
    developmentOnly: 'يظهر أثناء التطوير فقط',
    errors: {
      Configuration: {
        heading: 'حدث خطأ من جانبنا',
        message: 'يُرجى إعادة المحاولة لاحقًا. لمن يدير هذا الموقع: سجل الخادم يوضح السبب.',
      },
      AccessDenied: {
        heading: 'الوصول مرفوض',
        message: 'لا توجد صلاحية لتسجيل الدخول هنا بهذا الحساب. إن كان لديك حساب آخر، فيمكن تجربته.',
      },
      Verification: {
        heading: 'لم يعد هذا الرابط أو الرمز صالحًا',
        message:
          'سبق استخدامه، أو انتهت صلاحيته، أو أُدخل خطأً مرات كثيرة. يُرجى تسجيل الدخول مجددًا للحصول على رابط أو رمز جديد.',
      },
      TooManyRequests: {
        heading: 'محاولات كثيرة جدًا',
        message: 'يُرجى الانتظار بضع دقائق ثم المحاولة مجددًا. يمكنك أيضًا تسجيل الدخول بطريقة أخرى.',
      },
      WebAuthnVerificationError: {
        heading: 'لم يتم تأكيد مفتاح المرور',
        message: 'لم يتغير شيء. يُرجى إعادة المحاولة أو تسجيل الدخول بطريقة أخرى.',
      },
    },
    otherError: { heading: 'خطأ', message: 'حدث خطأ ما. يُرجى الرجوع والبدء من جديد.' },
  },
}
