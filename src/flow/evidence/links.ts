// Links that results showed, and what following them has told. Whoever wrote a link learns that it was opened, and which
// of several: after something private was shown that is counted in bits, and a conversation has few of them.

import { registrableDomain } from '../../net/domains.js'
import type { Integrity } from '../../tool/outcome.js'

/** What one conversation may tell by its choice among links, in bits. */
const LINK_BITS = 16
/** How many links are kept; the oldest go first, and count on. */
const MAX_LINKS = 10_000
/** Of what was told. Each entry is a bit at least, but where nobody refuses (mode `observe`). */
const MAX_TOLD = 256

/** A link that was seen whole. */
export interface Link {
  readonly key: string
  readonly seq: number
  readonly label: Integrity
  readonly tool: string
  readonly callId: string
}

/** Links as they are stored. */
export interface StoredLinks {
  readonly seen: readonly Link[]
  readonly told: readonly (readonly [id: string, bits: number])[]
  readonly isPrivate: boolean
  readonly isLost: boolean
}

/** What one call may still tell. Two links of one call cost both. */
export interface Purse {
  /** Whether a link is paid for, or costs nothing. */
  pays(url: URL, key: string): boolean
  /** What was told before this call, in bits. */
  told(): { readonly isFree: boolean; readonly spent: number; readonly budget: number }
}

/** The links of one session. */
export class Links {
  readonly #seen = new Map<string, Link>()
  /** Seen by another one on this session: counted, and not followed here. */
  readonly #elsewhere = new Set<string>()
  readonly #told = new Map<string, number>()
  #byDomain: ReadonlyMap<string, number> | undefined
  #isPrivate = false
  #isLost = false

  /** Something was shown that not everybody may read. */
  showPrivate(): void {
    this.#isPrivate = true
  }

  get isPrivate(): boolean {
    return this.#isPrivate
  }

  /** A link was shown. */
  add(link: Link): void {
    if (this.#seen.has(link.key)) return
    this.#byDomain = undefined
    this.#seen.set(link.key, link)
    if (this.#seen.size <= MAX_LINKS) return
    const [oldest] = this.#seen.keys()
    if (oldest === undefined) return
    this.#seen.delete(oldest)
    this.#countElsewhere(oldest)
  }

  /** The link, if it was seen up to a moment. */
  find(key: string, asOf: number): Link | undefined {
    const link = this.#seen.get(key)
    return link && link.seq <= asOf ? link : undefined
  }

  /** What a call that arrived at a moment may tell. */
  purse(asOf: number, isPublic: () => boolean): Purse {
    const own = new Map<string, number>()
    return {
      pays: (url, key) => {
        if (isPublic()) return true
        if (this.#isLost) return false
        const id = idOf(key, asOf)
        own.set(id, this.costOf(url))
        const told = [...this.#told].reduce((sum, [each, bits]) => (own.has(each) ? sum : sum + bits), 0)
        const now = [...own.values()].reduce((sum, bits) => sum + bits, 0)
        if (told + now <= LINK_BITS) return true
        own.delete(id)
        return false
      },
      told: () => ({
        isFree: isPublic(),
        spent: [...this.#told.values()].reduce((sum, bits) => sum + bits, 0),
        budget: LINK_BITS,
      }),
    }
  }

  /** What a link costs: which of the links on its domain was chosen, or that any was. In bits. */
  costOf(url: URL): number {
    this.#byDomain ??= this.#countByDomain()
    const others = this.#byDomain.get(registrableDomain(url.hostname)) ?? 0
    return Math.max(1, Math.log2(1 + others))
  }

  /** A call goes out for a link. It is counted once, however often the call is judged. */
  tell(url: URL, key: string, asOf: number): void {
    if (this.#told.size >= MAX_TOLD) this.#isLost = true
    else this.#told.set(idOf(key, asOf), this.costOf(url))
  }

  /** What came before is not known: fails closed. */
  lose(): void {
    this.#isPrivate = true
    this.#isLost = true
  }

  toJSON(): StoredLinks {
    return {
      seen: [...this.#seen.values()],
      told: [...this.#told],
      isPrivate: this.#isPrivate,
      isLost: this.#isLost,
    }
  }

  /** Takes in what `toJSON` gave; a record of an older version has none. */
  restore(stored: StoredLinks | undefined): void {
    if (!stored) {
      this.lose()
      return
    }
    for (const link of stored.seen) this.add(link)
    this.#join(stored)
  }

  /** Takes up what another one on this session showed and told. */
  absorb(stored: StoredLinks | undefined): void {
    if (!stored) return
    for (const { key, label } of stored.seen)
      if (isOutsiders(label) && !this.#seen.has(key)) this.#countElsewhere(key)
    this.#byDomain = undefined
    this.#join(stored)
  }

  #join({ told, isPrivate, isLost }: StoredLinks): void {
    for (const [id, bits] of told) this.#told.set(id, bits)
    this.#isPrivate ||= isPrivate
    this.#isLost ||= isLost
  }

  #countElsewhere(key: string): void {
    if (this.#elsewhere.size < MAX_LINKS) this.#elsewhere.add(key)
    else this.#isLost = true
  }

  #countByDomain(): ReadonlyMap<string, number> {
    const byHost = new Map<string, number>()
    const outsiders = [...this.#seen.values()].filter(({ label }) => isOutsiders(label)).map(({ key }) => key)
    for (const key of new Set([...outsiders, ...this.#elsewhere])) {
      const host = URL.parse(key.slice('url:'.length))?.hostname ?? ''
      byHost.set(host, (byHost.get(host) ?? 0) + 1)
    }
    const byDomain = new Map<string, number>()
    for (const [host, count] of byHost) {
      const domain = registrableDomain(host)
      byDomain.set(domain, (byDomain.get(domain) ?? 0) + count)
    }
    return byDomain
  }
}

function isOutsiders(label: Integrity): boolean {
  return label === 'third-party-structured' || label === 'third-party-text'
}

function idOf(key: string, asOf: number): string {
  return `${asOf} ${key}`
}
