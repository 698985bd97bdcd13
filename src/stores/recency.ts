// Which of many things was used longest ago, in constant time: a ring of links. (A Map kept in order of use would
// have to look for its first key among the places of those deleted before it.)

/** Something in the ring; put it into one ring at a time. */
export interface Link {
  older: Link
  newer: Link
}

/** A ring of links, newest last. */
export class Recency<T extends Link> {
  /** Stands between the newest and the oldest, so that no link ever misses a neighbour. */
  readonly #start: Link = alone()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The one that was used longest ago. */
  get oldest(): T | undefined {
    return this.#size === 0 ? undefined : (this.#start.newer as T)
  }

  add(link: T): void {
    this.#append(link)
    this.#size++
  }

  /** Makes a link of the ring the newest. */
  touch(link: T): void {
    if (link.newer === this.#start) return
    detach(link)
    this.#append(link)
  }

  remove(link: T): void {
    detach(link)
    this.#size--
  }

  #append(link: Link): void {
    link.older = this.#start.older
    link.newer = this.#start
    link.older.newer = link
    this.#start.older = link
  }
}

/** A link outside of any ring: its own neighbour. */
function alone(): Link {
  const link = {} as Link
  link.older = link
  link.newer = link
  return link
}

function detach(link: Link): void {
  link.older.newer = link.newer
  link.newer.older = link.older
}
