import { describeValue } from '../base/describe-value.js'
import { isRecord, parseUrl } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import { createTypesRule } from './option-types.js'

/** The types of options that are the same in every app. Other options have checks of their own. */
const findTypesError = createTypesRule({
  'true or false, without quotes': 'trustHost debug useSecureCookies',
  'an object': 'session jwt callbacks events pages cookies theme adapter',
  // Loggers of some libraries are functions with methods.
  'an object or a function': 'logger sendEmail',
})

/** The sections whose members are functions. Other members belong to the app, which can read them from `this`. */
const findCallbacksError = createTypesRule({ 'a function': 'signIn redirect jwt session' })
const findEventsError = createTypesRule({
  'a function': 'signIn signOut signInFailure createUser updateUser linkAccount pluginEvent session',
})

export function findOptionTypesError(config: AuthConfig) {
  return (
    findTypesError(config) ??
    findCallbacksError(config.callbacks, '`callbacks.') ??
    findEventsError(config.events, '`events.') ??
    findEmailSenderError(config)
  )
}

function findEmailSenderError({ sendEmail }: AuthConfig) {
  if (!sendEmail || typeof sendEmail === 'function' || typeof sendEmail.sendMail === 'function')
    return undefined
  return new InvalidConfig('`sendEmail` is an object without `sendMail`. Set it to a function or a mailer.')
}

/** A page without a slash would be read relative to the action, such as `/auth/signin`. */
export function findPagesError({ pages = {} }: AuthConfig) {
  const { layout, ...urls } = isRecord(pages) ? pages : {}
  if (layout !== undefined && layout !== 'identifier-first' && layout !== 'stacked')
    return new InvalidConfig(
      `\`pages.layout\` is ${describeValue(layout)}. Set it to 'identifier-first' or 'stacked'.`,
    )
  for (const [name, value] of Object.entries(urls)) {
    if (!value || (typeof value === 'string' && (value.startsWith('/') || parseUrl(value)))) continue
    const fix =
      typeof value === 'string' && /^[\w.-].{0,29}$/.test(value)
        ? `Write ${JSON.stringify(`/${value}`)}`
        : 'Write a path that starts with "/", or an absolute URL'
    return new InvalidConfig(
      `\`pages.${name}\` is ${describeValue(value)}, which is neither a path nor a URL. ${fix}.`,
    )
  }
  return undefined
}

export function findSessionAgesError({ session = {}, jwt = {} }: AuthConfig) {
  const { maxAge, absoluteMaxAge } = session
  const ages = [
    ['session.maxAge', maxAge],
    ['session.absoluteMaxAge', absoluteMaxAge],
    ['jwt.maxAge', jwt.maxAge],
  ] as const
  const invalid = ages.find(([, age]) => age !== undefined && !(Number.isFinite(age) && age > 0))
  if (invalid)
    return new InvalidConfig(
      `\`${invalid[0]}\` must be a positive number of seconds. It is ${describeValue(invalid[1])}.`,
    )
  const { updateAge = 0 } = session
  if (Number.isFinite(updateAge) && updateAge >= 0) return undefined
  return new InvalidConfig(
    `\`session.updateAge\` must be 0 or more seconds. It is ${describeValue(updateAge)}.`,
  )
}
