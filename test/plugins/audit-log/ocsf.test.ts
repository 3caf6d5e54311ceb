import { type AuditEvent, toOcsf } from 'latchkey/audit-log'
import { describe, expect, test } from 'vitest'

const signIn: AuditEvent = {
  id: '7203000000000000-0123456789abcdef',
  time: '2026-11-28T22:10:00.000Z',
  action: 'sign-in',
  outcome: 'success',
  reason: null,
  actor: 'ada-1',
  subject: 'ada-1',
  act: null,
  provider: 'google',
  providerType: 'oidc',
  methods: ['pwd', 'otp'],
  isMultiFactor: true,
  session: 'session-key',
  ip: '203.0.113.0/24',
  userAgent: 'Firefox',
  request: 'request-1',
}

const change = (action: string): AuditEvent => ({ ...signIn, action, methods: [], isMultiFactor: null })

test('an event has the members that OCSF requires', () => {
  expect(toOcsf(signIn)).toEqual({
    category_uid: 3,
    category_name: 'Identity & Access Management',
    class_uid: 3002,
    class_name: 'Authentication',
    activity_id: 1,
    activity_name: 'Logon',
    type_uid: 300201,
    severity_id: 1,
    time: Date.UTC(2026, 10, 28, 22, 10),
    status_id: 1,
    status: 'Success',
    actor: { user: { uid: 'ada-1', type_id: 1 }, session: { uid: 'session-key' } },
    user: { uid: 'ada-1', type_id: 1 },
    auth_protocol_id: 4,
    auth_protocol: 'OpenID',
    is_mfa: true,
    auth_factors: [
      { factor_type_id: 11, factor_type: 'Password' },
      { factor_type_id: 7, factor_type: 'OTP' },
    ],
    src_endpoint: { name: '203.0.113.0/24' },
    http_request: { uid: 'request-1', user_agent: 'Firefox' },
    metadata: {
      version: '1.6.0',
      uid: signIn.id,
      event_code: 'sign-in',
      correlation_uid: 'request-1',
      product: { name: 'Latchkey', vendor_name: 'Latchkey' },
    },
    unmapped: { provider: 'google' },
  })
})

describe('`type_uid` is the class times 100 and the activity', () => {
  test.each([
    ['sign-in', 3002, 1],
    ['sign-in-failure', 3002, 1],
    ['sign-out', 3002, 2],
    ['admin.account-switched', 3002, 7],
    ['passwords.sign-in-failed', 3002, 1],
    ['two-factor.verification-failed', 3002, 1],
    ['user-created', 3001, 1],
    ['passwords.password-set', 3001, 3],
    ['passwords.password-changed', 3001, 3],
    ['passwords.password-reset', 3001, 4],
    ['admin.user-disabled', 3001, 5],
    ['admin.user-deleted', 3001, 6],
    ['admin.user-locked', 3001, 9],
    ['two-factor.enabled', 3001, 10],
    ['two-factor.removed', 3001, 11],
    ['admin.user-unlocked', 3001, 12],
    ['user-updated', 3001, 99],
    ['account-linked', 3001, 99],
    ['other.something', 3001, 99],
  ])('%s is class %i, activity %i', (action, classId, activityId) => {
    expect(toOcsf(change(action))).toMatchObject({
      class_uid: classId,
      activity_id: activityId,
      type_uid: classId * 100 + activityId,
    })
  })
})

test('`status_id` is 2 for a failure, with its reason', () => {
  const failure = { ...change('sign-in-failure'), outcome: 'failure', reason: 'CredentialsSignin' } as const
  expect(toOcsf(failure)).toMatchObject({
    status_id: 2,
    status: 'Failure',
    status_detail: 'CredentialsSignin',
  })
})

test.each([
  ['oidc', 4],
  ['saml', 5],
  ['oauth', 6],
  ['credentials', 99],
  [null, 0],
])('`auth_protocol_id` of the type %s is %i', (providerType, id) => {
  expect(toOcsf({ ...signIn, providerType })).toMatchObject({ auth_protocol_id: id })
})

test.each([
  ['pwd', 11],
  ['hwk', 10],
  ['swk', 10],
  ['otp', 7],
  ['email', 8],
  ['sms', 1],
])('the factor of the method %s is %i', (method, id) => {
  expect(toOcsf({ ...signIn, methods: [method] })).toMatchObject({ auth_factors: [{ factor_type_id: id }] })
})

test('the person who acts as the user is the actor', () => {
  expect(toOcsf({ ...signIn, act: { sub: 'staff-1' } })).toMatchObject({
    actor: { user: { uid: 'staff-1' } },
    user: { uid: 'ada-1' },
  })
})

test('a whole address is the `ip` of the endpoint', () => {
  expect(toOcsf({ ...signIn, ip: '203.0.113.9' })).toMatchObject({ src_endpoint: { ip: '203.0.113.9' } })
  expect(toOcsf({ ...signIn, ip: null })).not.toHaveProperty('src_endpoint')
})

test.each([
  ['account.deleted', 300106],
  ['account.session-ended', 300202],
  ['account.sessions-ended', 300202],
  ['admin.user-deleted', 300106],
  ['admin.user-banned', 300109],
  ['admin.user-unbanned', 300112],
])('%s has the type %i', (action, type) => {
  expect(toOcsf(change(action))['type_uid']).toBe(type)
})
