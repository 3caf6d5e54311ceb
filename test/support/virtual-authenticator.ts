import type { CDPSession, Page } from 'playwright-core'

/** What keeps somebody's passkeys: a virtual authenticator in their browser. */
export interface VirtualAuthenticator {
  readonly device: CDPSession
  readonly authenticatorId: string
}

/** Gives a page such a device, which agrees to everything at once where it knows the finger of who sits there. */
export async function addVirtualAuthenticator(
  page: Page,
  { isUserVerified = true } = {},
): Promise<VirtualAuthenticator> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  return { device, authenticatorId }
}
