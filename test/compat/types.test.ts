import type { AuthConfig as ReferenceConfig } from '@auth/core'
import type * as theirs from '@auth/core/adapters'
import type { AuthConfig } from 'latchkey'
import type * as ours from 'latchkey/adapters'
import { expectTypeOf, test } from 'vitest'

test('adapters and records typed for @auth/core are compatible', () => {
  expectTypeOf<theirs.Adapter>().toExtend<ours.Adapter>()
  expectTypeOf<theirs.AdapterUser>().toExtend<ours.AdapterUser>()
  expectTypeOf<theirs.AdapterSession>().toExtend<ours.AdapterSession>()
  expectTypeOf<theirs.VerificationToken>().toExtend<ours.VerificationToken>()
  expectTypeOf<theirs.AdapterAuthenticator>().toExtend<ours.AdapterAuthenticator>()
})

test('options typed for @auth/core are compatible', () => {
  expectTypeOf<NonNullable<ReferenceConfig['session']>>().toExtend<NonNullable<AuthConfig['session']>>()
  expectTypeOf<NonNullable<ReferenceConfig['jwt']>>().toExtend<NonNullable<AuthConfig['jwt']>>()
  expectTypeOf<NonNullable<ReferenceConfig['pages']>>().toExtend<NonNullable<AuthConfig['pages']>>()
  expectTypeOf<NonNullable<ReferenceConfig['cookies']>>().toExtend<NonNullable<AuthConfig['cookies']>>()
  expectTypeOf<NonNullable<ReferenceConfig['logger']>>().toExtend<NonNullable<AuthConfig['logger']>>()
  expectTypeOf<NonNullable<ReferenceConfig['theme']>>().toExtend<NonNullable<AuthConfig['theme']>>()
})
