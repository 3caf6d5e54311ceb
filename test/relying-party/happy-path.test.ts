import { expect, test } from 'vitest'
import { grace } from '../support/malicious-provider.js'
import { combinations, expectAccepted } from '../support/relying-party.js'

test.each(combinations)(
  'RP-01 oidcc-client-test: a provider that follows the specification signs in ($mode, $method)',
  async ({ mode, method }) => {
    const { op, visit } = await expectAccepted({ options: { idToken: false } }, mode, method)
    expect(op.listRequestedEndpoints()).toEqual(['discovery', 'token', 'jwks', 'userinfo'])
    const { name, email, picture: image } = grace
    expect(await visit.getSession()).toMatchObject({ user: { name, email, image } })
  },
)
