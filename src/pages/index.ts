/**
 * The pages as one module, which is loaded when a page, its texts or an email are first needed. Most requests read a session.
 *
 * @module
 */
export { findLocalesError } from '../config/locales.js'
export { renderConfirmPage } from './confirm.js'
export { renderDocument } from './document.js'
export { renderErrorPage } from './error.js'
export { toMarkup } from './html.js'
export { renderMonogram } from './oauth-button.js'
export { renderSignInPage } from './sign-in.js'
export { renderSignOutPage } from './sign-out.js'
export { renderStepUpPage } from './step-up.js'
export { createTranslationResolver } from './translations.js'
export { renderVerifyRequestPage } from './verify-request.js'
