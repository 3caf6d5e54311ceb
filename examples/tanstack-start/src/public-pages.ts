/** Whether a page is the same for everyone, so that caches may keep it. */
export function isPublic(pathname: string): boolean {
  return pathname === '/cached'
}
