import type { JsonObject } from '../../plugins.js'
import type { AuditEvent } from './types.js'

/** The class and the activity of an event. */
type Activity = readonly [classId: 3001 | 3002, activityId: number, activityName: string]

const logon: Activity = [3002, 1, 'Logon']
const other: Activity = [3001, 99, 'Other']

/** By action. */
const activities: Readonly<Record<string, Activity>> = {
  'sign-in': logon,
  'sign-in-failure': logon,
  'passwords.sign-in-failed': logon,
  'passwords.confirmation-failed': logon,
  'two-factor.verification-failed': logon,
  'two-factor.recovery-code-used': logon,
  'sign-out': [3002, 2, 'Logoff'],
  'user-created': [3001, 1, 'Create'],
  'passwords.password-set': [3001, 3, 'Password Change'],
  'passwords.password-changed': [3001, 3, 'Password Change'],
  'passwords.password-reset': [3001, 4, 'Password Reset'],
  'two-factor.enabled': [3001, 10, 'MFA Factor Enable'],
  'two-factor.replaced': [3001, 10, 'MFA Factor Enable'],
  'two-factor.removed': [3001, 11, 'MFA Factor Disable'],
  'account.deleted': [3001, 6, 'Delete'],
  'account.session-ended': [3002, 2, 'Logoff'],
  'account.sessions-ended': [3002, 2, 'Logoff'],
  'admin.session-ended': [3002, 2, 'Logoff'],
  'admin.sessions-ended': [3002, 2, 'Logoff'],
  'admin.user-banned': [3001, 9, 'Lock'],
  'admin.user-unbanned': [3001, 12, 'Unlock'],
}

/** By the type of an event of any plugin. */
const pluginActivities: Readonly<Record<string, Activity>> = {
  'account-switched': [3002, 7, 'Account Switch'],
  'user-enabled': [3001, 2, 'Enable'],
  'user-disabled': [3001, 5, 'Disable'],
  'user-deleted': [3001, 6, 'Delete'],
  'user-locked': [3001, 9, 'Lock'],
  'user-unlocked': [3001, 12, 'Unlock'],
}

const classNames = { 3001: 'Account Change', 3002: 'Authentication' } as const

/** `auth_protocol_id` by the type of the provider. Another type is 99. */
const protocols: Readonly<Record<string, readonly [id: number, name: string]>> = {
  oidc: [4, 'OpenID'],
  saml: [5, 'SAML'],
  oauth: [6, 'OAUTH 2.0'],
}

/** `factor_type_id` by the value of RFC 8176 section 2. */
const factors: Readonly<Record<string, readonly [id: number, name: string]>> = {
  sms: [1, 'SMS'],
  otp: [7, 'OTP'],
  email: [8, 'Email'],
  hwk: [10, 'WebAuthn'],
  swk: [10, 'WebAuthn'],
  pwd: [11, 'Password'],
}

/**
 * Converts an event to the Open Cybersecurity Schema Framework: to the class Authentication (3002) or Account Change (3001). Other systems, such as a
 * SIEM, read it.
 *
 * @example
 * ```ts
 * import { auditLog, toOcsf } from 'latchkey/audit-log'
 *
 * declare function send(event: object): Promise<void>
 *
 * export const log = auditLog({ onEvent: event => send(toOcsf(event)) })
 * ```
 */
export function toOcsf(event: AuditEvent): JsonObject {
  const [classId, activityId, activityName] = findActivity(event.action)
  const isFailure = event.outcome === 'failure'
  return {
    category_uid: 3,
    category_name: 'Identity & Access Management',
    class_uid: classId,
    class_name: classNames[classId],
    activity_id: activityId,
    activity_name: activityName,
    type_uid: classId * 100 + activityId,
    severity_id: isFailure ? 2 : 1,
    time: Date.parse(event.time),
    status_id: isFailure ? 2 : 1,
    status: isFailure ? 'Failure' : 'Success',
    ...(event.reason !== null && { status_detail: event.reason }),
    ...toActor(event),
    user: event.subject === null ? { type_id: 0 } : { uid: event.subject, type_id: 1 },
    ...(classId === 3002 && toAuthentication(event)),
    ...toEndpoint(event),
    http_request: {
      uid: event.request,
      ...(event.userAgent !== null && { user_agent: event.userAgent }),
    },
    metadata: {
      version: '1.6.0',
      uid: event.id,
      event_code: event.action,
      correlation_uid: event.request,
      product: { name: 'Latchkey', vendor_name: 'Latchkey' },
    },
    ...(event.provider !== null && { unmapped: { provider: event.provider } }),
  }
}

function findActivity(action: string): Activity {
  const [, type = ''] = action.split('.')
  return activities[action] ?? pluginActivities[type] ?? other
}

/** The person who acts as the user is the actor. */
function toActor({ act, actor, session }: AuditEvent): JsonObject {
  const uid = act?.sub ?? actor
  if (uid === null && session === null) return {}
  return {
    actor: {
      ...(uid !== null && { user: { uid, type_id: 1 } }),
      ...(session !== null && { session: { uid: session } }),
    },
  }
}

function toAuthentication({ providerType, methods, isMultiFactor }: AuditEvent): JsonObject {
  const [protocolId, protocol] =
    providerType === null ? [0, 'Unknown'] : (protocols[providerType] ?? [99, providerType])
  const used = new Map(methods.flatMap(method => (factors[method] ? [factors[method]] : [])))
  return {
    auth_protocol_id: protocolId,
    auth_protocol: protocol,
    ...(isMultiFactor !== null && { is_mfa: isMultiFactor }),
    ...(used.size > 0 && {
      auth_factors: [...used].map(([id, name]) => ({ factor_type_id: id, factor_type: name })),
    }),
  }
}

/** `ip` must be an address, so that a network is the name of the endpoint. */
function toEndpoint({ ip }: AuditEvent): JsonObject {
  if (ip === null) return {}
  return { src_endpoint: ip.includes('/') ? { name: ip } : { ip } }
}
