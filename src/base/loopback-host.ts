/** Whether an IP address is that of this machine. */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/i.test(address)
}

/** Whether the hostname of a URL can be no other machine. RFC 6761 section 6.3 reserves `localhost` and the names below it. */
export function isLoopbackHostname(hostname: string): boolean {
  return /^(?:.+\.)?localhost$/.test(hostname) || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
}
