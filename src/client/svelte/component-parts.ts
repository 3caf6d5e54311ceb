/**
 * What the components import. The app compiles them, so they are not part of a bundle of this package.
 *
 * @module
 */
export { registerPasskey, restoreFocus } from '../components/account-store.js'
export { getRemainingMs, isRequirementMet } from '../components/requirement.js'
export {
  describeFailure,
  fillText,
  formatTime,
  getProviderText,
  mergeTexts,
  sessionListTexts,
  signInTexts,
  userButtonTexts,
  userProfileTexts,
} from '../components/texts.js'
export { isPlainClick } from '../components/user-menu.js'
export { getInitials, getUserLabel } from '../components/user-name.js'
export { createAccount, createSignIn } from './account.js'
export { userMenu } from './user-menu.js'
