/** Whether a page is the same for everyone, so that it may be cached. */
export function isPublic(pathname: string): boolean {
  return pathname === '/cached'
}
