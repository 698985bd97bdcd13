// Dotted paths as declarations write them: `results.*.id`, where `*` is exactly one array index or key. There is
// no deep wildcard: what a path covers must be plain to a reader.

import { DefinitionError } from '../../base/options.js'

/** One place of a declared tree. */
export interface PathNode<T> {
  readonly value?: T
  readonly children: ReadonlyMap<string, PathNode<T>>
  /** Any index or key that `children` does not name. */
  readonly star?: PathNode<T>
}

interface Growing<T> {
  value?: T
  readonly children: Map<string, Growing<T>>
  star?: Growing<T>
}

/**
 * Reads paths into a tree. A named child takes over what `*` says below the same place, so that
 * `a.*.id` still counts at `a.first` when `a.first.name` is declared too.
 *
 * @throws DefinitionError for an empty segment or a deep wildcard.
 */
export function pathTree<T>(entries: Iterable<readonly [path: string, value: T]>, what: string): PathNode<T> {
  const root: Growing<T> = { children: new Map() }
  for (const [path, value] of entries) {
    let node = root
    for (const segment of segmentsOf(path, what)) node = grow(node, segment)
    node.value = value
  }
  spreadStar(root)
  return root
}

/** The place one step down; undefined when nothing is declared there or below. */
export function stepDown<T>(node: PathNode<T> | undefined, key: string): PathNode<T> | undefined {
  return node?.children.get(key) ?? node?.star
}

/** The segments of a declared path. */
export function segmentsOf(path: string, what: string): readonly string[] {
  const segments = path.split('.')
  if (segments.some((segment) => segment === '')) {
    throw new DefinitionError(
      `${what}: path '${path}' has an empty segment. Write segments joined by dots: 'results.*.id'.`,
    )
  }
  if (segments.some((segment) => segment.length > 1 && segment.includes('*'))) {
    throw new DefinitionError(
      `${what}: path '${path}' has a wildcard inside a segment. '*' alone stands for one index or key; write one for each level.`,
    )
  }
  return segments
}

function grow<T>(node: Growing<T>, segment: string): Growing<T> {
  if (segment === '*') {
    node.star ??= { children: new Map() }
    return node.star
  }
  let child = node.children.get(segment)
  if (!child) {
    child = { children: new Map() }
    node.children.set(segment, child)
  }
  return child
}

function spreadStar<T>(node: Growing<T>): void {
  for (const child of node.children.values()) {
    if (node.star) merge(child, node.star)
    spreadStar(child)
  }
  if (node.star) spreadStar(node.star)
}

function merge<T>(into: Growing<T>, from: Growing<T>): void {
  if (into.value === undefined && from.value !== undefined) into.value = from.value
  for (const [key, child] of from.children) merge(grow(into, key), child)
  if (from.star) merge(grow(into, '*'), from.star)
}
