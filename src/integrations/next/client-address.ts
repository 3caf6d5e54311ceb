/** What the warning of an unknown client says: `next start` writes `X-Forwarded-For`, and keeps what a client wrote there. */
export const clientAddressFix = 'Next.js does not pass the address. Put a proxy in front of it.'
