import { english } from '../../../src/pages/languages/english.js'
import type { Texts } from '../../../src/types/texts.js'

/** A language that is written from right to left, to see the pages in it. */
export const hebrew: Texts = {
  lang: 'he',
  dir: 'rtl',
  logo: 'לוגו',
  signIn: {
    title: 'כניסה',
    heading: 'כניסה',
    lead: 'כדי להמשיך אל {host}',
    button: 'כניסה באמצעות {name}',
    plainButton: 'כניסה',
    emailButton: 'כניסה באמצעות דוא״ל',
    emailLabel: 'כתובת דוא״ל',
    emailPlaceholder: 'email@example.com',
    separator: 'או',
    empty: { heading: 'לא הוגדרה שיטת כניסה', message: 'יש להוסיף אחת אל {providers} או אל {credentials}.' },
    errors: { ...english.signIn.errors, CredentialsSignin: 'הפרטים אינם נכונים. יש לבדוק אותם ולנסות שוב.' },
    otherError: 'הכניסה לא הצליחה. יש לנסות שוב.',
  },
  signOut: {
    title: 'יציאה',
    heading: 'יציאה',
    question: 'לצאת מ־{host}?',
    button: 'יציאה',
    stay: 'להישאר בפנים',
  },
  verifyRequest: {
    title: 'בדיקת דוא״ל',
    heading: 'יש לבדוק את הדוא״ל',
    message: 'קישור כניסה נשלח אל כתובת הדוא״ל.',
    hint: 'זה עשוי לקחת דקה.',
    site: 'חזרה אל {host}',
  },
  error: {
    title: 'שגיאה',
    button: 'כניסה',
    site: 'חזרה אל {host}',
    detail: 'מוצג רק בזמן פיתוח',
    errors: english.error.errors,
    otherError: { heading: 'שגיאה', message: 'משהו השתבש. יש להתחיל מחדש.' },
  },
}
