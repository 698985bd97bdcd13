// What a URL says beside its host and path: what hides where it goes, and what can carry data out.

/** Whether a URL names a user or a password: `https://bank.example@evil.example` goes to evil.example. */
export function hasUserInfo(url: URL): boolean {
  return url.username !== '' || url.password !== ''
}

/** Whether a URL says more than where: a query, a fragment, or a path that a server may read as another one. */
export function hasUnseenPart(url: URL): boolean {
  return url.href.includes('?') || url.href.includes('#') || /%2f|%5c|%2e|%25|;/i.test(url.pathname)
}
