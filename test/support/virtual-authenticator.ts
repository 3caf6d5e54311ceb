import type { CDPSession, Page } from 'playwright-core'

/** A virtual authenticator of Chromium. */
export interface VirtualAuthenticator {
  readonly device: CDPSession
  readonly authenticatorId: string
}

/** Adds a virtual authenticator to a page. It confirms each ceremony immediately if `isUserVerified` is true. */
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
